// npm run bench [-- --only load,lookup] [--dist folder]: one table of all measurements, each beside its
// floor. `--only scale` takes `--smoke` for a short run and `--set devices=50,seconds=10` for other sizes.

import os from 'node:os';
import { parseArgs } from 'node:util';
import { acceleration } from './bench/acceleration.ts';
import { apply } from './bench/apply.ts';
import { decode } from './bench/decode.ts';
import { deviceYear } from './bench/device-year.ts';
import { download } from './bench/download.ts';
import { feedPull } from './bench/feed-pull.ts';
import { type Figure, type FigureRow, tableText } from './bench/figure.ts';
import { listIndexes } from './bench/list-indexes.ts';
import { manifest } from './bench/manifest.ts';
import { ordersList } from './bench/orders-list.ts';
import { PEER_FIGURES } from './bench/peers/peers.ts';
import { placingOrders } from './bench/placing-orders.ts';
import { loadLayouts, lookupFigure, replicaLoad, replicaLoadLarge } from './bench/replica-load.ts';
import { runSummary } from './bench/run-summary.ts';
import { measureConnected, measureIdle } from './bench/scale/connected-devices.ts';
import { measurePage, measurePush } from './bench/scale/engine-rates.ts';
import { measureLabs } from './bench/scale/many-labs.ts';
import { readScaleSizes, type ScaleSizes } from './bench/scale/scale-lab.ts';
import { measureShiftChange } from './bench/scale/shift-change.ts';
import { scan } from './bench/scan.ts';
import { openStage, type Stage } from './bench/stage.ts';
import { sustained } from './bench/sustained.ts';
import { twoDevices } from './bench/two-devices.ts';

const FIGURES: readonly Figure[] = [
  replicaLoad,
  replicaLoadLarge,
  loadLayouts,
  lookupFigure,
  deviceYear,
  scan,
  download,
  apply,
  acceleration,
  feedPull,
  sustained,
  twoDevices,
  decode,
  manifest,
  ordersList,
  listIndexes,
  placingOrders,
  runSummary,
];

/** Figures that take minutes; they run only when they are named. */
const SCALE_FIGURES = {
  'scale-push': measurePush,
  'scale-page': measurePage,
  'scale-connected': measureConnected,
  'scale-idle': measureIdle,
  'scale-shift': measureShiftChange,
  'scale-labs': (stage) => measureLabs(stage, values.smoke),
} satisfies Record<string, (stage: Stage, sizes: ScaleSizes) => Promise<FigureRow[]>>;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    dist: { type: 'string' },
    /** The comparison with PouchDB and with RxDB's own replication; `--large` adds 100,000 documents. */
    peers: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    set: { type: 'string' },
  },
});

function figuresOf(): Figure[] {
  const sizes = readScaleSizes(values);
  const scale = Object.entries(SCALE_FIGURES).map(([id, measure]) => ({
    id,
    run: (stage: Stage) => measure(stage, sizes),
  }));
  if (values.peers) return PEER_FIGURES.filter(({ id }) => values.large || id !== 'peers-100k');
  if (!values.only) return [...FIGURES];
  const all: readonly Figure[] = [...FIGURES, ...PEER_FIGURES, ...scale];
  return values.only.split(',').flatMap((id) => {
    const matching = all.filter(
      (figure) => figure.id === id || (figure.id.startsWith(`${id}-`) && id === 'scale'),
    );
    if (matching.length > 0) return matching;
    throw new Error(`Unknown: ${id}. Figures are scale, ${all.map((figure) => figure.id).join(', ')}.`);
  });
}

function readFigures(): Figure[] {
  try {
    return figuresOf();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const figures = readFigures();
const stage = openStage({ dist: values.dist });
const rows: FigureRow[] = [];
try {
  for (const figure of figures) {
    process.stderr.write(`measuring ${figure.id} …\n`);
    try {
      rows.push(...(await figure.run(stage)));
    } catch (error) {
      process.exitCode = 1;
      console.error(`${figure.id} could not be measured:`, error);
    }
  }
} finally {
  await stage.end();
}
const [load] = os.loadavg();
console.log(
  `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, load ${load?.toFixed(1)}, Node ${process.version}\n`,
);
console.log(tableText(rows));
process.exit();
