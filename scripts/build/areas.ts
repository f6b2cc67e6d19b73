import { everLoadedBy, loadedWith, type ModuleGraph } from './module-reach.ts';

/** Who keeps a module for use without a network: everybody, those who work at the bench, or nobody. */
export type Area = 'shell' | 'bench' | 'online';

const START = /\/pwa\/main\.tsx$/;
const FRAME = /\/pwa\/routes\/_signed-in\.tsx\?tsr-split/;
const BENCH_FRAME = /\/pwa\/app\/bench\.tsx$/;
/** The bench home, with the notices that it always asks for. */
const HOME =
  /\/pwa\/features\/(home\/home-page|samples\/(taken-over|overturned)-notice|protocols\/(doubted-lots|worked-on-failed)-notice|batches\/proposed-batches|results\/results-to-approve)\.tsx$/;
const PAGE = /\/pwa\/routes\/.*\?tsr-split/;
/** Pages that everybody may open without a network; a new page is online until it is named here or below. */
const SHELL_PAGE =
  /\/pwa\/routes\/(_signed-in\.tsx|sign-in\.tsx|_signed-in\/(index|\$|admin|manager|inventory|settings\.(index|account))\.tsx)\?/;
const BENCH_PAGE =
  /\/pwa\/routes\/_signed-in\/(lab\.(index|assigned-sections|batches|inventory\.storage|queue|samples|specimens)|data-sync)[^/]*\?/;
/** Parts of everybody's pages that only those at the bench see, and the replica, which only they have. */
const BENCH_PART =
  /\/pwa\/(app\/(bench|lock\/people-here)|replica\/membership-replica|features\/home\/home-page|features\/(samples\/(taken-over|overturned)|protocols\/(doubted-lots|worked-on-failed))-notice|features\/batches\/proposed-batches|features\/results\/results-to-approve|features\/settings\/(signing|device|scanner|printers)-part)\.tsx?$/;
/** Parts of everybody's pages that ask the server, and that nobody keeps. */
const ONLINE_PART = /\/pwa\/features\/ordering\/dashboard\/dashboard-page\.tsx$/;
/** Parts of the bench's pages that only work while connected: no handheld fetches or keeps them for a day without. */
const CONNECTED_PART =
  /\/pwa\/features\/(files\/online-files|results\/online-(results|to-approve)|records\/notes\/(rich-editor|customer-notes)|settings\/print-log)\.tsx$/;
const BUNDLERS_OWN = '\0';
/** Where work begins with a scan. */
const SCAN_PAGE =
  /\/_signed-in\/lab\.(samples\.(move|check-in|check-out)|specimens\.accession)\.tsx\?tsr-split/;

const benchStarts = (id: string): boolean => BENCH_PAGE.test(id) || BENCH_PART.test(id);
const leavesShell = (id: string): boolean =>
  benchStarts(id) || ONLINE_PART.test(id) || (PAGE.test(id) && !SHELL_PAGE.test(id));
/** An online page that knows every kind of record, as the bench does: it comes with the bench's files. */
const LOG_PAGE = /\/pwa\/routes\/_signed-in\/event-log\.tsx\?/;
/** Where customers order, on any telephone: of what these pages share with the bench they load no more than they need. */
const ORDER_PAGE = /\/_signed-in\/order\.(\$id|create)\.tsx\?tsr-split/;
const isOnlinePage = (id: string): boolean =>
  PAGE.test(id) && ![SHELL_PAGE, BENCH_PAGE, LOG_PAGE].some((other) => other.test(id));

/** What is nearly always loaded together, the earlier first; null is with its own page. */
export const LAYERS = [
  'start',
  'frame',
  'shell-bench',
  'bench',
  'home',
  'shell-order',
  'shell-scan',
  'scan',
] as const;
export type Layer = (typeof LAYERS)[number];

/** Where each module of the build belongs, and with which others it is always loaded. */
export interface Areas {
  areaOf(id: string): Area;
  /** With what a module is always loaded; null is with its page alone. */
  layerOf(id: string): Layer | null;
}

/** Goes through the build's modules once. */
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
  // What the bench always loads together and an online page needs as well is of everybody: for a list or a plate no
  // customer fetches the bench. So is all that the bench shares with everybody's home.
  const isCommon = (id: string): boolean => benchFrame.has(id) || home.has(id) || shared(id);
  for (const id of loadedWith(graph, all.filter(isOnlinePage))) if (isCommon(id)) shell.add(id);
  for (const id of loadedWith(graph, matching(ONLINE_PART))) if (bench.has(id)) shell.add(id);
  return {
    areaOf: (id) =>
      shell.has(id) || id.startsWith(BUNDLERS_OWN) ? 'shell' : bench.has(id) ? 'bench' : 'online',
    // Each layer is closed but for the layers before it, so that no file waits for one that waits for it.
    layerOf: (id) => {
      const forAll = shell.has(id);
      if (start.has(id)) return 'start';
      if (frame.has(id)) return 'frame';
      if (forAll && (benchFrame.has(id) || home.has(id))) return ordering.has(id) ? 'frame' : 'shell-bench';
      if (benchFrame.has(id)) return 'bench';
      if (home.has(id)) return 'home';
      if (shared(id) && forAll) return ordering.has(id) ? 'shell-order' : 'shell-scan';
      if (shared(id)) return 'scan';
      return null;
    },
  };
}
