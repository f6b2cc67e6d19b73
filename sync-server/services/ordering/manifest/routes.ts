import type { ServerResponse } from 'node:http';
import type { Access, CallDefinition } from '#db/api/call-definition.ts';
import * as calls from '#db/api/ordering/manifest.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { translateRow } from '#db/ordering/manifest/apply-mapping.ts';
import { confirmMapping } from '#db/ordering/manifest/confirm-mapping.ts';
import type { SheetRow } from '#db/ordering/manifest/find-header.ts';
import { isClinical, loadManifestContext } from '#db/ordering/manifest/load-manifest-context.ts';
import type {
  ManifestAnswer,
  ManifestRefusal,
  MappingRequest,
} from '#db/ordering/manifest/manifest-answer.ts';
import { MANIFEST_FIELDS } from '#db/ordering/manifest/manifest-columns.ts';
import { fileFault, type ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { isMappingOpen, mappingQuestion } from '#db/ordering/manifest/mapping-question.ts';
import { openForRows } from '#db/ordering/manifest/open-for-rows.ts';
import { openManifest } from '#db/ordering/manifest/open-manifest.ts';
import { judgeRows } from '#db/ordering/manifest/read-manifest.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { readMapping } from '#db/records/imports/import-mapping.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { readBody } from '#sync-server/http/request-bodies.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { logExport } from '#sync-server/reads/send-table.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import {
  checkList,
  earlierSpecimens,
  type List,
  readableRows,
  readInTransaction,
  saveList,
} from './check-list.ts';
import { type Download, downloadOrder, downloadTemplate } from './download-manifest.ts';
import { readFile } from './read-file.ts';

/** A manifest of 960 rows is a tenth of this. */
const LIST = {
  limit: 5_000_000,
  tooLarge: 'The file is larger than 5 MB. Copy only the rows into a new workbook and upload that.',
};

interface Sends extends ServerResponse {
  attachment(name: string): Sends;
  status(code: number): Sends;
  json(body: unknown): unknown;
}

const send = (response: Sends, { fileName, type, content }: Download): void => {
  response.attachment(fileName);
  response.setHeader('Content-Type', type);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(content);
};

const sendJson = (response: Sends, { status, body }: { status: number; body: object }): void => {
  response.status(status).json(body);
};

/** Respond to a manifest with every error (422), its changes, or what was saved. */
async function answerList(
  services: AppServices,
  session: Session,
  { question, ...list }: List & { dryRun: boolean; question: ManifestAnswer['question'] },
): Promise<{ status: number; body: ManifestAnswer | ManifestRefusal }> {
  const { verdict, differences, kept, removed } = await checkList(services, session, list);
  const { faults, warnings, rowCount, ignored } = verdict;
  const resultBase = { warnings, rowCount, ignored, question, faults };
  if (faults.length > 0 && !list.partial) {
    const body = {
      error: MESSAGES.fixForm,
      code: 'VALIDATION' as const,
      issues: [],
      rows: list.manifest.rows,
    };
    return { status: 422, body: { ...body, ...resultBase } };
  }
  const rows = readableRows(list.partial ? verdict.complete : verdict.drafts);
  const saved = list.dryRun
    ? rows.map((row) => ({ ...row, specimenId: null }))
    : await saveList(services, session, list, { rows, kept, removed });
  return {
    status: 200,
    body: { saved: !list.dryRun, mode: list.mode, ...resultBase, differences, rows: saved },
  };
}

/** Read the sheet of a file; an unreadable file is an error of its own. */
async function readSheet(bytes: Buffer): Promise<readonly SheetRow[] | ManifestFault> {
  try {
    return (await readFile(bytes)).rows;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    return fileFault(error.message);
  }
}

/** Read what decides how a file of an order is read: its needs, and the words of its organization. */
const readNeeds = (services: AppServices, session: Session, orderId: string) =>
  readInTransaction(services, session, async (tx, context) => {
    const { row } = await openForRows(tx, context, orderId);
    const [accepted, mapping] = await Promise.all([
      tx.get(protocol, row.protocolId),
      readMapping(tx, row.companyId, 'MANIFEST'),
    ]);
    if (!accepted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const { packageType } = row;
    return { mapping, needs: { protocol: accepted, packageType, clinical: await isClinical(tx, accepted) } };
  });

type Answer = Promise<{ status: number; body: ManifestAnswer | ManifestRefusal | MappingRequest }>;

/** Respond to a file: a question about its columns and words while some are open, else its verdict. */
async function answerFile(
  services: AppServices,
  session: Session,
  query: Omit<List, 'manifest' | 'source' | 'partial'> & { dryRun: boolean },
  { mapping, needs }: Awaited<ReturnType<typeof readNeeds>>,
  bytes: Buffer,
): Answer {
  const sheet = await readSheet(bytes);
  if ('problem' in sheet) {
    const manifest = { headerRow: 0, columns: [], ignored: [], rows: [], faults: [sheet] };
    return answerList(services, session, {
      ...query,
      source: 'file',
      partial: false,
      manifest,
      question: null,
    });
  }
  const question = mappingQuestion(sheet, mapping);
  if (question && isMappingOpen(question, needs))
    return { status: 200, body: { saved: false, confirm: question } };
  const manifest = openManifest(sheet, { mapping, packageType: needs.packageType });
  return answerList(services, session, { ...query, source: 'file', partial: false, manifest, question });
}

/** Take method, path and access of a call whose route writes its own response. */
const routeOf = <A extends Access>({ method, path, access }: CallDefinition<A>) => ({
  method,
  path,
  access,
});

const uploads: readonly ApiRoute[] = [
  describeStream(
    calls.uploadManifest,
    streamRoute({
      ...routeOf(calls.uploadManifest),
      handler: async (call, request, response) => {
        const { session } = call;
        const query = parseInput(calls.uploadManifest.query, request.query);
        // Check the right to change the order before the file is read.
        const needs = await readNeeds(call.services, session, query.orderId);
        const bytes = await readBody(request, LIST);
        sendJson(response, await answerFile(call.services, session, query, needs, bytes));
      },
    }),
  ),
  describeStream(
    calls.saveManifestRows,
    streamRoute({
      ...routeOf(calls.saveManifestRows),
      handler: async (call, request, response) => {
        const { session } = call;
        const query = parseInput(calls.saveManifestRows.query, request.query);
        const typed = parseInput(calls.saveManifestRows.body, request.body);
        const { mapping } = await readNeeds(call.services, session, query.orderId);
        const rows = typed.rows.map((row) => translateRow(row, mapping));
        const manifest = { headerRow: 0, columns: [...MANIFEST_FIELDS], ignored: [], rows, faults: [] };
        const list = { ...query, source: 'typed' as const, manifest, question: null };
        sendJson(response, await answerList(call.services, session, list));
      },
    }),
  ),
];

const downloads: readonly ApiRoute[] = [
  describeStream(
    calls.downloadManifestTemplate,
    streamRoute({
      ...routeOf(calls.downloadManifestTemplate),
      handler: async ({ services, session }, request, response) => {
        const templateQuery = parseInput(calls.downloadManifestTemplate.query, request.query);
        send(
          response,
          await downloadTemplate(services, session, { packageType: undefined, ...templateQuery }),
        );
      },
    }),
  ),
  describeStream(
    calls.downloadManifest,
    streamRoute({
      ...routeOf(calls.downloadManifest),
      handler: async ({ services, session }, request, response) => {
        const { orderId } = parseInput(calls.downloadManifest.params, request.params);
        const { format } = parseInput(calls.downloadManifest.query, request.query);
        const file = await downloadOrder(services, session, { orderId, format });
        await logExport(services, session, 'manifest', request);
        send(response, file);
      },
    }),
  ),
];

/** Templates, uploads and checks of an order's manifest. */
export const manifestRoutes: readonly ApiRoute[] = [
  ...downloads,
  ...uploads,
  serveCall(calls.confirmManifestMapping, async ({ services, session, body }) => {
    await executeOperation(engineOf(services), session, confirmMapping, body);
  }),
  serveCall(calls.checkSpecimen, ({ services, session, body: { orderId, row, specimenId } }) =>
    readInTransaction(services, session, async (tx, context, client) => {
      const order = await openForRows(tx, context, orderId);
      const moment = { mode: 'append', now: context.occurredAt, labDay: context.labDay } as const;
      const known = await loadManifestContext(tx, order, [row], {
        ...moment,
        timeZone: services.env.LAB_TIMEZONE,
      });
      const staying = order.current.filter(({ id }) => id !== specimenId);
      const earlier = await earlierSpecimens(client, order.row, [row]);
      const { faults, warnings } = judgeRows([row], { ...known, staying, earlier });
      return { faults, warnings };
    }),
  ),
];
