import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { importIconsByFile, readIconFiles } from './icons.ts';

/** Read the icons of the installed package, by name. */
export function installedIcons(): Map<string, string> {
  const anIcon = import.meta.resolve('lucide-react/icons/x');
  return readIconFiles(readFileSync(fileURLToPath(new URL('../lucide-react.mjs', anIcon)), 'utf8'));
}

/** Let each page of a build load only its own icons. */
export function iconsByFile(): Plugin {
  let files: Map<string, string> | null = null;
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/pwa\/.*\.tsx?(\?|$)/, code: /from 'lucide-react'/ },
      handler(code) {
        files ??= installedIcons();
        return { code: importIconsByFile(code, files), map: null };
      },
    },
  };
}
