# A server with the page in it: docker build -t sandtable . && docker run -p 8000:8000 -v sandtable:/data sandtable
FROM node:20-slim AS page
WORKDIR /source
COPY web web
COPY src/sandtable/__init__.py src/sandtable/__init__.py
RUN cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build

FROM python:3.11-slim AS wheel
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY tests/scenarios tests/scenarios
COPY --from=page /source/src/sandtable/server/page src/sandtable/server/page
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim
RUN useradd --system --create-home sandtable && install -d -o sandtable -m 700 /data
COPY requirements.lock /requirements.lock
RUN pip install --no-cache-dir --require-hashes -r /requirements.lock
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/*.whl
USER sandtable
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGINT
ENTRYPOINT ["sandtable"]
CMD ["play", "--no-browser", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
