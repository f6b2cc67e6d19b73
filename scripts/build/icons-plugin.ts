import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** `import { Truck, X as Close } from 'lucide-react';`, also over several lines. */
const IMPORT = /import \{([^}]*)\} from 'lucide-react';/g;
/** A line of the package's list: an icon's names, and its file. */
const EXPORTS = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;
const NAME = /default as (\w+)/g;

/** Read the package's list of icons: the file of each name. */
function readIconFiles(list: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(EXPORTS))
    for (const [, name = ''] of names.matchAll(NAME)) files.set(name, file);
  return files;
}

/**
 * Replace imports from the package's list by imports of the icons' files. Through the list every page would
 * seem to need every icon of the app, and all of them would load first.
 */
export function importIconsByFile(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(IMPORT, (_match, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => importOne(name, files))
      .join(' '),
  );
}

function importOne(imported: string, files: ReadonlyMap<string, string>): string {
  // An import of types loads nothing; among braces it would still name the list.
  if (imported.startsWith('type ')) return `import type { ${imported.slice(5)} } from 'lucide-react';`;
  const [name = '', local = name] = imported.split(/\s+as\s+/);
  const file = files.get(name);
  // Names that are no icons stay with the package.
  if (!file) return `import { ${imported} } from 'lucide-react';`;
  return `import ${local} from 'lucide-react/icons/${file}';`;
}

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
