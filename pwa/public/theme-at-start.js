// Runs before the first paint, so that a dark bench never flashes white; a file because the page allows no inline script.
(() => {
  let chosen = 'light';
  try {
    chosen = localStorage.getItem('theme') || 'light';
  } catch {
    chosen = 'light';
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = chosen === 'system' ? (dark ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = ['light', 'dark', 'midnight'].includes(theme) ? theme : 'light';
})();
