import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { z } from 'zod';
import { filesByArea, LAYERS } from './scripts/build/areas.ts';
import { preloadTextFont } from './scripts/build/font-preload.ts';
import { iconsByFile } from './scripts/build/icons-plugin.ts';
import { plainOrderInSchemas } from './scripts/build/plain-order.ts';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

const files = filesByArea();

/** Packages whose files outlive a release, or that few pages need and must not be joined with what many do. */
const PACKAGES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  { name: 'dexie', test: /node_modules\/dexie\// },
  { name: 'rxjs', test: /node_modules\/(rxjs|tslib)\// },
  { name: 'replica', test: /node_modules\/rxdb\// },
  { name: 'camera', test: /node_modules\/(@zxing|zxing-wasm)\// },
  { name: 'labels', test: /node_modules\/bwip-js\// },
  // Windows and tabs; and what opens over a page beside its button. A page to scan on starts without either.
  {
    name: 'headless',
    test: /node_modules\/(@headlessui\/react\/dist\/(?!internal\/floating|components\/(combobox|listbox|menu|popover))|react-aria|@react-aria)/,
  },
  { name: 'floating', test: /node_modules\/(@headlessui|@floating-ui|@tanstack\/(react-)?virtual)/ },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  { name: 'tables', test: /node_modules\/papaparse\// },
  { name: 'decimal', test: /node_modules\/decimal\.js\// },
];

const DECODER_FILES = 'assets/bench/[name]-[hash][extname]';

const GROUPS = [
  ...PACKAGES.map((group) => ({ ...group, priority: LAYERS.length + 1 })),
  // Earlier layers first: a layer finds what it needs in those before it.
  ...LAYERS.map((layer, place) => ({
    name: layer,
    test: (id: string) => files.layerOf(id) === layer,
    priority: LAYERS.length - place,
  })),
];

export default defineConfig({
  root: 'pwa',
  define: { __BUILD_VERSION__: JSON.stringify(process.env.BUILD_VERSION ?? version) },
  plugins: [
    files.plugin,
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
    iconsByFile(),
    preloadTextFont(),
    plainOrderInSchemas(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      registerType: 'prompt',
      injectRegister: false,
      srcDir: '.',
      filename: 'service-worker.ts',
      injectManifest: {
        // Pages that only work online are fetched when they are opened.
        globIgnores: ['assets/online/**'],
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
  // RxJS as classes that every browser knows, a third smaller than the functions of older ones.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
        // The camera's decoder is the only asset that few need.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.wasm')) ? DECODER_FILES : 'assets/[name]-[hash][extname]',
        chunkFileNames: ({ moduleIds }) => `${files.folderOf(moduleIds)}/[name]-[hash].js`,
      },
    },
  },
  worker: {
    rolldownOptions: {
      output: { entryFileNames: 'assets/bench/[name]-[hash].js', assetFileNames: DECODER_FILES },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server } },
});
