import { type Figure, type FigureRow, ms } from '#scripts/bench/figure.ts';
import type { Stage } from '#scripts/bench/stage.ts';
import { type PeerServer, seededRandom, startPeerServer } from './peer-server.ts';

/** The kinds of replication that are compared; `raw` only writes the pages of a first load to IndexedDB. */
const PEERS = ['raw', 'benchside', 'rxdb', 'pouchdb'] as const;
export type Peer = (typeof PEERS)[number];

const CHANGES = 1_000;
const CUT_SHARE = 0.4;
const FAILED_WRITES = 5;
/** Writes among which some fail; each peer makes at least one for each change. */
const WRITES = 800;
const SEED = 7;
const LIMIT_MS = 45_000;
const LOAD_PAGE = 1_000;
/** Several pages of changes, and several chances to lose one. */
const CHANGES_PAGE = 50;

interface PhaseResult {
  /** Null when the peer did not get to the head in time. */
  milliseconds: number | null;
  bytes: number;
  /** Documents that are missing or older than on the server. */
  missing: number;
  old: number;
  failures: number;
  /** False when even the pull without failures did not end in time. */
  isFinished: boolean;
}

interface PeerResult {
  load: PhaseResult;
  cut?: PhaseResult;
  writes?: PhaseResult;
}

async function measurePeer(stage: Stage, peer: Peer, documents: number): Promise<PeerResult> {
  const server = await startPeerServer(documents, stage.pageFolder());
  const context = await (await stage.browser()).newContext();
  try {
    const page = await context.newPage();
    const open = async (): Promise<void> => {
      await page.goto(server.url);
      await page.evaluate(async (name) => (await window.bench.loadPeers()).open(name), peer);
    };
    const pull = (limitMs: number, pageSize = CHANGES_PAGE): Promise<number | null> =>
      page.evaluate(async ([head, size, limit]) => (await window.bench.loadPeers()).pull(head, size, limit), [
        server.head(),
        pageSize,
        limitMs,
      ] as const);
    const compareStored = async () =>
      compare(server, await page.evaluate(async () => (await window.bench.loadPeers()).stored()));
    await open();
    const before = server.bytes();
    const load = {
      milliseconds: await pull(LIMIT_MS * 5, LOAD_PAGE),
      bytes: server.bytes() - before,
      failures: 0,
      isFinished: true,
    };
    if (peer === 'raw') return { load: { ...load, ...(await compareStored()) } };
    const loaded = await compareStored();
    /** Pull while things fail, then open the app again and pull without: what is lost then stays lost. */
    const pullChanges = async (
      seed: number,
      countFailures: () => number | Promise<number>,
    ): Promise<PhaseResult> => {
      server.change(CHANGES, seed);
      const from = server.bytes();
      const milliseconds = await pull(LIMIT_MS);
      const bytes = server.bytes() - from;
      const count = await countFailures();
      server.cut(0, seed);
      await open();
      const isFinished = (await pull(LIMIT_MS)) !== null;
      return { milliseconds, bytes, failures: count, isFinished, ...(await compareStored()) };
    };
    server.limitPages(CHANGES_PAGE);
    server.cut(CUT_SHARE, SEED);
    const cut = await pullChanges(SEED, server.cuts);
    const random = seededRandom(SEED);
    const numbers = Array.from({ length: FAILED_WRITES }, () => 1 + Math.floor(random() * WRITES));
    await page.evaluate(async (all) => (await window.bench.loadPeers()).failWrites(all), numbers);
    const writes = await pullChanges(SEED + 1, () =>
      page.evaluate(async () => (await window.bench.loadPeers()).failedWrites()),
    );
    return { load: { ...load, ...loaded }, cut, writes };
  } finally {
    await context.close();
    await server.stop();
  }
}

function compare(
  server: PeerServer,
  storedRevisions: readonly [string, number][],
): { missing: number; old: number } {
  const revisions = new Map(storedRevisions);
  let [missing, old] = [0, 0];
  for (const [id, rev] of server.expected()) {
    const known = revisions.get(id);
    if (known === undefined) missing += 1;
    else if (known !== rev) old += 1;
  }
  return { missing, old };
}

const NAMES: Record<Peer, string> = {
  raw: 'raw IndexedDB',
  benchside: 'Benchside',
  rxdb: 'RxDB replication',
  pouchdb: 'PouchDB',
};

const time = ({ milliseconds }: PhaseResult): string =>
  milliseconds === null ? 'not reached' : ms(milliseconds);

const lost = ({ missing, old, isFinished }: PhaseResult): string =>
  !isFinished
    ? `${missing + old} documents still to come`
    : missing + old === 0
      ? 'nothing lost'
      : `${missing} missing, ${old} old`;

function rowOf(
  subject: string,
  result: PhaseResult,
  conditions: string,
  load: PhaseResult | null,
): FigureRow {
  return {
    what: subject,
    measured: `${time(result)}, ${(result.bytes / 1e6).toFixed(1)} MB, ${lost(result)}`,
    floor: load ? `${time(load)} raw IndexedDB, no index` : null,
    ratio: load && result.milliseconds ? (load.milliseconds ?? 0) / result.milliseconds : null,
    target: null,
    pass: null,
    ...(conditions === '' ? {} : { note: conditions }),
  };
}

/** Load the same documents through several kinds of replication, and change them while things fail. */
const figureOf = (id: string, documents: number): Figure => ({
  id,
  async run(stage) {
    const rows: FigureRow[] = [];
    const count = documents.toLocaleString('en');
    let raw: PhaseResult | null = null;
    for (const peer of PEERS) {
      const { load, cut, writes } = await measurePeer(stage, peer, documents);
      if (peer === 'raw') raw = load;
      rows.push(rowOf(`${NAMES[peer]}: first load of ${count} documents`, load, '', raw));
      if (cut)
        rows.push(
          rowOf(
            `${NAMES[peer]}: ${CHANGES} changes, network cut`,
            cut,
            `${cut.failures} requests cut, pages of ${CHANGES_PAGE}; compared after the app was opened again.`,
            null,
          ),
        );
      if (writes)
        rows.push(
          rowOf(
            `${NAMES[peer]}: ${CHANGES} changes, failed writes`,
            writes,
            `${writes.failures} writes failed; compared after the app was opened again.`,
            null,
          ),
        );
    }
    return rows;
  },
});

/** The comparison with 10,000 documents, and with 100,000, which takes minutes. */
export const PEER_FIGURES: readonly Figure[] = [figureOf('peers', 10_000), figureOf('peers-100k', 100_000)];
