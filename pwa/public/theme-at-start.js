// Runs before the first paint, so that a dark bench never flashes white; a file because the page allows no inline script.
(() => {
  // Opening what is stored takes the browser a while: it begins now, beside the fetching of the app.
  try {
    indexedDB.databases().catch(() => undefined);
  } catch {
    // Then it begins with the first read.
  }
  let chosen = 'light';
  try {
    chosen = localStorage.getItem('theme') || 'light';
  } catch {
    chosen = 'light';
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = chosen === 'system' ? (dark ? 'dark' : 'light') : chosen;
  // The header's colour in each theme, which no style sheet has told yet.
  const header = { light: '#ffffff', dark: '#1f262b', midnight: '#0a1019' };
  const drawn = theme in header ? theme : 'light';
  document.documentElement.dataset.theme = drawn;
  try {
    // The business entity of the last visit, for its accent color.
    const entity = localStorage.getItem('entity');
    if (entity) document.documentElement.dataset.entity = entity;
  } catch {
    // The app sets it once the server has named it.
  }
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', header[drawn]);
})();
