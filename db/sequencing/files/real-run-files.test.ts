import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { REAL_RUN_FILES } from '#db/factories/real-run-files.ts';
import { type RunFile, readRunFile } from './read-run-file.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/nanopore/', import.meta.url));
const isHere = existsSync(folder);
if (!isHere)
  process.stderr.write(
    '\n*** The files of ../shared/data/nanopore are not here: no real run file is tested. ***\n\n',
  );

// Small chunks, so that rows and even numbers are split between them.
const CHUNK_BYTES = 997;

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES)));
      at += CHUNK_BYTES;
    },
  });
}

const read = (name: string, bytes: Uint8Array): Promise<RunFile | null> => readRunFile(name, streamOf(bytes));

/** Read a file and return what it says, or the text of the refusal. */
async function verdictOf(name: string, bytes: Uint8Array): Promise<unknown> {
  try {
    return outlineOf(await read(name, bytes));
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION') return error.message;
    throw error;
  }
}

/** The figures of a file that a person compares. */
function outlineOf(file: RunFile | null): unknown {
  switch (file?.kind) {
    case undefined:
      return null;
    case 'final-summary': {
      const {
        runId,
        instrument,
        position,
        flowCellId,
        experimentId,
        protocol,
        startedAt,
        isBasecalled,
        fileCounts,
      } = file.content;
      return {
        runId,
        instrument,
        position,
        flowCellId,
        experimentId,
        kit: protocol.kit,
        startedAt,
        isBasecalled,
        fileCounts,
      };
    }
    case 'report': {
      const { runId, rawState, stopOrigin, kit, poresAtStart, n50, qscore, barcodes, phases } = file.content;
      const { readsPass, basesPass, basesFail, estimatedBases } = file.content.yield;
      return {
        runId,
        rawState,
        stopOrigin,
        kit,
        poresAtStart,
        n50,
        qscore,
        barcodes: barcodes.length,
        phases: phases.length,
        readsPass,
        basesPass,
        basesFail,
        estimatedBases,
        points: file.content.yieldCurve.length,
      };
    }
    case 'markdown-report': {
      const { acquisitionId, flowCellId, position, experimentId, poreActivity } = file.content;
      return { acquisitionId, flowCellId, position, experimentId, minutes: poreActivity.length };
    }
    case 'sequencing-summary': {
      const { total, groups, filter, runIds } = file.content;
      const { readsPass, readsFail, basesPass, basesFail } = total.yield;
      const qscore = total.meanQscore?.value.toFixed(3);
      return { readsPass, readsFail, basesPass, basesFail, qscore, filter, runIds, groups: groups.length };
    }
    case 'barcode-summary':
      return Object.fromEntries(file.content.map(({ barcode, reads }) => [barcode, reads]));
    case 'throughput':
      return { points: file.content.length, last: file.content.at(-1) };
    case 'sample-sheet':
      return (
        file.content.problems[0]?.message ?? {
          rows: file.content.rows.length,
          isOutput: file.content.isOutput,
        }
      );
    default:
      return file;
  }
}

const load = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(folder, name)));
// An empty sheet is known by its name only.
const names = Object.keys(REAL_RUN_FILES);
const nameOf = (name: string): string =>
  name.includes('no_columns') ? 'sample_sheet_empty.csv' : path.basename(name);

describe.runIf(isHere)('a real run file', () => {
  test.each(names)('%s gives its figures or its verdict', async (name) => {
    expect(await verdictOf(nameOf(name), load(name))).toEqual(REAL_RUN_FILES[name]);
  });

  test.each(names.filter((name) => !name.includes('no_columns')))(
    '%s is read under another name',
    async (name) => {
      expect(await verdictOf('copy (2).dat', load(name))).toEqual(REAL_RUN_FILES[name]);
    },
  );

  test.each(names)('%s is read with other line ends and gzipped', async (name) => {
    const text = new TextDecoder().decode(load(name));
    const windows = new TextEncoder().encode(text.replace(/\r?\n/g, '\r\n'));
    expect(await verdictOf(nameOf(name), windows)).toEqual(REAL_RUN_FILES[name]);
    if (windows.length === 0) return;
    const gzipped = new Uint8Array(gzipSync(load(name)));
    expect(await verdictOf(`${nameOf(name)}.gz`, gzipped)).toEqual(REAL_RUN_FILES[name]);
  });

  const readableNames = names.filter(
    (name) => typeof REAL_RUN_FILES[name] === 'object' && REAL_RUN_FILES[name] !== null,
  );
  const isSheet = (name: string): boolean => name.startsWith('sample-sheets/');

  test.each(readableNames.filter((name) => !isSheet(name)))(
    '%s is refused when it is cut off',
    async (name) => {
      const bytes = load(name);
      for (let tenth = 1; tenth < 10; tenth += 1) {
        const part = bytes.subarray(0, Math.floor((bytes.length * tenth) / 10));
        if (part.at(-1) === 10) continue;
        const verdict = await verdictOf(path.basename(name), part);
        // What stands behind the table of an old report is not read.
        if (name.startsWith('report-md/') && typeof verdict === 'object')
          expect(verdict).toEqual(REAL_RUN_FILES[name]);
        else expect(verdict).toMatch(/cannot be read: .+/);
      }
    },
  );

  test.each(readableNames)('%s is refused when its compressed copy is cut off', async (name) => {
    const gzipped = new Uint8Array(gzipSync(load(name)));
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const part = gzipped.subarray(0, Math.floor((gzipped.length * tenth) / 10));
      expect(await verdictOf(`${path.basename(name)}.gz`, part)).toMatch(/damaged or cut off/);
    }
  });

  test('every file of the folder is in the table', () => {
    const dataFiles = [
      'final-summary',
      'report-json',
      'report-md',
      'sequencing-summary',
      'barcode-summary',
      'throughput',
    ]
      .flatMap((one) => readdirSync(path.join(folder, one)).map((file) => `${one}/${file}`))
      .filter((file) => !/validates|missing_minimal_information-final/.test(file));
    expect(dataFiles.filter((file) => !names.includes(file))).toEqual([]);
  });
});
