import path from 'node:path';

/** Parse `/path,/path`; throws a plain Error that names the wrong part. */
export function parseRunFolders(text: string): readonly string[] {
  const folders = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = folders.find((folder) => !path.isAbsolute(folder) || path.resolve(folder) === '/');
  if (wrong) throw new Error(`"${wrong}" is not an absolute path of a folder, for example /data/minknow`);
  return [...new Set(folders.map((folder) => path.resolve(folder)))];
}
