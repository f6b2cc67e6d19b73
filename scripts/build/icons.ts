/** `import { Truck, X as Close } from 'lucide-react';`, also over several lines. */
const IMPORT = /import \{([^}]*)\} from 'lucide-react';/g;
/** A line of the package's list: an icon's names, and its file. */
const EXPORTS = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;
const NAME = /default as (\w+)/g;

/** Reads the package's list of icons: under which file each name is found. */
export function readIconFiles(list: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(EXPORTS))
    for (const [, name = ''] of names.matchAll(NAME)) files.set(name, file);
  return files;
}

/**
 * Names the files of the icons in place of the package's list of all. By the list every page would seem to need every
 * icon of the app, and all of them would be loaded first.
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
  // A type alone leaves nothing to load; among braces it would still name the list.
  if (imported.startsWith('type ')) return `import type { ${imported.slice(5)} } from 'lucide-react';`;
  const [name = '', local = name] = imported.split(/\s+as\s+/);
  const file = files.get(name);
  // What is no icon stays with the package.
  if (!file) return `import { ${imported} } from 'lucide-react';`;
  return `import ${local} from 'lucide-react/icons/${file}';`;
}
