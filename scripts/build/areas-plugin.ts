import type { Plugin } from 'vite';
import { type Area, type Areas, findAreas, type Layer } from './areas.ts';

interface Files {
  plugin: Plugin;
  layerOf(id: string): Layer | null;
  /** Return the folder of a file with these modules. */
  folderOf(moduleIds: readonly string[]): string;
}

const FOLDERS: Record<Area, string> = { shell: 'assets', bench: 'assets/bench', online: 'assets/online' };

/** Sort the app's files into folders by area; the service worker caches by folder. */
export function filesByArea(): Files {
  let areas: Areas | null = null;
  const known = (): Areas => {
    if (!areas) throw new Error('Files are named before the modules are known.');
    return areas;
  };
  return {
    plugin: {
      name: 'files-by-area',
      apply: 'build',
      buildEnd() {
        areas = findAreas({
          ids: () => this.getModuleIds(),
          importsOf: (id) => this.getModuleInfo(id)?.importedIds ?? [],
          dynamicImportsOf: (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
        });
      },
    },
    layerOf: (id) => known().layerOf(id),
    folderOf(moduleIds) {
      const areas = new Set(moduleIds.map((id) => known().areaOf(id)));
      return FOLDERS[
        areas.has('shell') || areas.size === 0 ? 'shell' : areas.has('bench') ? 'bench' : 'online'
      ];
    },
  };
}
