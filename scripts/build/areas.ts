import type { Plugin } from 'vite';

/** The import graph of a build's modules. */
interface ModuleGraph {
  ids(): Iterable<string>;
  importsOf(id: string): readonly string[];
  dynamicImportsOf(id: string): readonly string[];
}

/** List everything that is loaded at once with these modules. */
const loadedWith = (graph: ModuleGraph, roots: readonly string[]): Set<string> =>
  findReachable(roots, (id) => graph.importsOf(id));

/** List everything that these modules may ever load, without going past the given modules. */
const everLoadedBy = (
  graph: ModuleGraph,
  roots: readonly string[],
  stopsAt: (id: string) => boolean,
): Set<string> =>
  findReachable(roots, (id) => [
    ...graph.importsOf(id),
    ...graph.dynamicImportsOf(id).filter((importId) => !stopsAt(importId)),
  ]);

function findReachable(roots: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reachable = new Set(roots);
  // The loop also visits the ids that it adds to the set.
  for (const id of reachable) for (const importId of next(id)) reachable.add(importId);
  return reachable;
}

/** Devices that cache a module for offline use: all, those of the bench, or none. */
type Area = 'shell' | 'bench' | 'online';

const START = /\/pwa\/main\.tsx$/;
/** The frame around every page, and the home page, which opens first. */
const FRAME = /\/pwa\/routes\/_signed-in(\/index)?\.tsx\?tsr-split/;
const BENCH_FRAME = /\/pwa\/app\/bench\.tsx$/;
/** The bench home, with its notices. */
const HOME = /\/pwa\/app\/home\/home-page\.tsx$/;
const PAGE = /\/pwa\/routes\/.*\?tsr-split/;
/**
 * Pages that everybody may open without a network; a new page is online unless it is listed here or below.
 */
const SHELL_PAGE =
  /\/pwa\/routes\/(_signed-in\.tsx|sign-in\.tsx|_signed-in\/(index|\$|admin|manager|inventory|settings\/(index|account))\.tsx)\?/;
const BENCH_PAGE =
  /\/pwa\/routes\/_signed-in\/(lab\/(index|queue|(assigned-sections|batches|inventory\/storage-management|samples|specimens)\/[^/?]+|inventory\/sequencers\/flow-cells)|data-sync)\.tsx\?/;
/** Parts of shared pages that only people at the bench see, and the replica, which only they have. */
const BENCH_PART =
  /\/pwa\/(app\/(bench|home\/home-page|lock\/parked-people)|replica\/session\/membership-replica|features\/identity\/settings\/(signing|device|scanner|printers)-part)\.tsx?$/;
/** Parts of shared pages that query the server, and that no device caches. */
const ONLINE_PART = /\/pwa\/features\/ordering\/dashboard\/dashboard-page\.tsx$/;
/**
 * Parts of the bench's pages that need a connection: no handheld downloads or caches them for offline work.
 */
const CONNECTED_PART =
  /\/pwa\/(app\/home\/overview\/online-devices|navigation\/online-record-card|features\/(records\/(activity\/(online-bench-items|record-activity)|files\/online-files|notes\/(rich-editor|customer-notes))|sequencing\/(results\/online-(results|to-approve)|flow-cells\/online-claim)|specimens\/linking\/statement-fields|identity\/settings\/print-log))\.tsx$/;
const BUNDLERS_OWN = '\0';
/** Pages where work begins with a scan. */
const SCAN_PAGE =
  /\/_signed-in\/lab\/(samples\/(move|check-in|check-out)|specimens\/accession)\.tsx\?tsr-split/;

const benchStarts = (id: string): boolean => BENCH_PAGE.test(id) || BENCH_PART.test(id);
const leavesShell = (id: string): boolean =>
  benchStarts(id) || ONLINE_PART.test(id) || (PAGE.test(id) && !SHELL_PAGE.test(id));
/** An online page that knows every kind of record, as the bench does: its files are among the bench's. */
const LOG_PAGE = /\/pwa\/routes\/_signed-in\/event-log\.tsx\?/;
/**
 * Pages where customers order, on any phone: of the modules that they share with the bench they load only
 * what they need.
 */
const ORDER_PAGE = /\/_signed-in\/order\/(\$id|create)\.tsx\?tsr-split/;
/** The field that reads the state of a form: a page with plain fields starts without React Hook Form. */
const FORM_FIELD = /\/pwa\/ui\/form\/form-field\.tsx$/;
const isOnlinePage = (id: string): boolean =>
  PAGE.test(id) && ![SHELL_PAGE, BENCH_PAGE, LOG_PAGE].some((other) => other.test(id));

/** Modules that are nearly always loaded together, the earlier first; null goes with its own page. */
export const LAYERS = [
  'start',
  'frame',
  'shell-bench',
  'bench',
  'home',
  'form-field',
  'shell-order',
  'shell-scan',
  'scan',
] as const;
type Layer = (typeof LAYERS)[number];

/** The area of each module of the build, and its layer. */
export interface Areas {
  areaOf(id: string): Area;
  /** Return the layer with which a module is always loaded; null goes with its page alone. */
  layerOf(id: string): Layer | null;
}

/** Classify all modules of a build. */
export function findAreas(graph: ModuleGraph): Areas {
  const all = [...graph.ids()];
  const matching = (pattern: RegExp): string[] => all.filter((id) => pattern.test(id));
  const shell = everLoadedBy(graph, matching(START), leavesShell);
  const leavesBench = (id: string): boolean =>
    CONNECTED_PART.test(id) || (PAGE.test(id) && !BENCH_PAGE.test(id));
  const bench = everLoadedBy(graph, all.filter(benchStarts), leavesBench);
  const start = loadedWith(graph, matching(START));
  const frame = loadedWith(graph, matching(FRAME));
  const benchFrame = loadedWith(graph, matching(BENCH_FRAME));
  const home = loadedWith(graph, matching(HOME));
  const scanPages = matching(SCAN_PAGE).map((page) => loadedWith(graph, [page]));
  const ordering = loadedWith(graph, matching(ORDER_PAGE));
  const shared = (id: string): boolean => scanPages.filter((page) => page.has(id)).length > 1;
  // Modules that the bench always loads together and that an online page needs as well are shared, so that no
  // customer downloads the bench for a list or a plate. So are all modules that the bench shares with
  // everybody's home.
  const isCommon = (id: string): boolean => benchFrame.has(id) || home.has(id) || shared(id);
  for (const id of loadedWith(graph, all.filter(isOnlinePage))) if (isCommon(id)) shell.add(id);
  for (const id of loadedWith(graph, matching(ONLINE_PART))) if (bench.has(id)) shell.add(id);
  return {
    areaOf: (id) =>
      shell.has(id) || id.startsWith(BUNDLERS_OWN) ? 'shell' : bench.has(id) ? 'bench' : 'online',
    // Each layer depends only on earlier layers, so that no two files wait for each other.
    layerOf: (id) => {
      const forAll = shell.has(id);
      if (start.has(id)) return 'start';
      if (frame.has(id)) return 'frame';
      if (forAll && (benchFrame.has(id) || home.has(id))) return ordering.has(id) ? 'frame' : 'shell-bench';
      if (benchFrame.has(id)) return 'bench';
      if (home.has(id)) return 'home';
      if (FORM_FIELD.test(id)) return 'form-field';
      if (shared(id) && forAll) return ordering.has(id) ? 'shell-order' : 'shell-scan';
      if (shared(id)) return 'scan';
      return null;
    },
  };
}

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
