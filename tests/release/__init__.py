"""What a release consists of besides the program: the wheel, licences, lower bounds, and files for operators."""
