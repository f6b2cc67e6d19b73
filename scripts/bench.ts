// npm run bench [-- --only load,lookup] [--dist folder]: one table of all measurements, each beside its
// floor.

import os from 'node:os';
import { parseArgs } from 'node:util';
import { acceleration } from './bench/acceleration.ts';
import { apply } from './bench/apply.ts';
import { decode } from './bench/decode.ts';
import { download } from './bench/download.ts';
import { feedPull } from './bench/feed-pull.ts';
import { type Figure, type FigureRow, tableText } from './bench/figure.ts';
import { listIndexes } from './bench/list-indexes.ts';
import { manifest } from './bench/manifest.ts';
import { ordersList } from './bench/orders-list.ts';
import { placingOrders } from './bench/placing-orders.ts';
import { lookupFigure, replicaLoad, replicaLoadLarge } from './bench/replica-load.ts';
import { scan } from './bench/scan.ts';
import { openStage } from './bench/stage.ts';
import { sustained } from './bench/sustained.ts';
import { twoDevices } from './bench/two-devices.ts';

const FIGURES: readonly Figure[] = [
  replicaLoad,
  replicaLoadLarge,
  lookupFigure,
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
];

const { values } = parseArgs({ options: { only: { type: 'string' }, dist: { type: 'string' } } });
const ids = values.only?.split(',') ?? FIGURES.map((figure) => figure.id);
const unknown = ids.filter((id) => !FIGURES.some((figure) => figure.id === id));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Figures are ${FIGURES.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}

const stage = openStage({ dist: values.dist });
const rows: FigureRow[] = [];
try {
  for (const figure of FIGURES.filter(({ id }) => ids.includes(id))) {
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
