import type { Plugin } from 'vite';

/** The file of the text font: every page needs it at once. */
const TEXT_FONT = /\/inter-latin-wght-normal-[\w-]+\.woff2$/;

/** Let the page request the text font beside its style sheet, not after it. */
export function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => TEXT_FONT.test(`/${name}`));
        if (!file) throw new Error('The build has no text font.');
        const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
