// Before the first paint: the theme that was chosen here, so that the page never flashes in the other one.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // No storage: the system's theme.
  }
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  if (theme === "contrast" || matchMedia("(prefers-contrast: more), (forced-colors: active)").matches) dataset.contrast = "more";
})();
