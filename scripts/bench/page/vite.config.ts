import { defineConfig } from 'vite';

// The page is built like the app, from the app's own sources, for any folder of a server.
export default defineConfig({
  base: './',
  define: { __BUILD_VERSION__: JSON.stringify('bench') },
  build: { target: 'es2023' },
});
