import { defineConfig } from 'vite';

// The page is built as the app is, from the app's own sources, and can lie in any folder of a server.
export default defineConfig({
  base: './',
  define: { __BUILD_VERSION__: JSON.stringify('bench') },
  build: { target: 'es2023' },
});
