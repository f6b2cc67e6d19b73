import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { z } from 'zod';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Chunks that must not be mixed: what a customer never loads, and what a bench loads once and keeps. */
const CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  // The session is kept with Dexie on every page; RxDB is for those who carry a replica.
  { name: 'dexie', test: /node_modules\/dexie\// },
  { name: 'rxjs', test: /node_modules\/(rxjs|tslib)\// },
  { name: 'replica', test: /node_modules\/rxdb\// },
  // Only calculations need it; left alone it is joined with what every rule needs.
  { name: 'decimal', test: /node_modules\/decimal\.js\// },
  { name: 'camera', test: /node_modules\/(@zxing|zxing-wasm)\// },
  { name: 'labels', test: /node_modules\/(bwip-js|react-to-print)\// },
];

export default defineConfig({
  root: 'pwa',
  define: { __BUILD_VERSION__: JSON.stringify(process.env.BUILD_VERSION ?? version) },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'routes',
      generatedRouteTree: 'app/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      registerType: 'prompt',
      injectRegister: false,
      srcDir: '.',
      filename: 'service-worker.ts',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,ico,woff2,wasm,mp3,wav}'],
        maximumFileSizeToCacheInBytes: 8_000_000,
      },
      manifest: {
        id: '/',
        name: 'Benchside',
        short_name: 'Benchside',
        description: 'The sequencing bench: receive, store, plate, run and sign, also offline.',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f3f5f6',
        theme_color: '#0d5c66',
        icons: [
          { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server } },
});
