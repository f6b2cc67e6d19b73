import { ulid } from 'ulid';
import { CATALOGUE } from '#db/entities.ts';
import type { Row } from '#db/entity.ts';
import { AppError, ERROR_STATUS } from '#db/errors/app-error.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationDefinition } from '#db/operation.ts';
import type { event } from '#db/records/events/event.ts';
import { withinWindow } from '#db/records/events/history-window.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import {
  EnrollRequest,
  type FeedDocument,
  type OperationEnvelope,
  type OperationVerdict,
  PushRequest,
} from '#db/sync/wire.ts';
import { parentIds } from '#pwa/replica/operations/overlay.ts';
import { type Body, isBody } from '#pwa/replica/store/document.ts';
import { type Embedding, embeddedIn, ownCollection } from '#pwa/replica/store/entity-collections.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';

type ModelDocument = FeedDocument & { collection: CollectionName };

/** Build every document of a world in memory, composed as in the feed; deleted rows are left out. */
export function documentsOf(world: MemoryWorld): ModelDocument[] {
  return CATALOGUE.flatMap((entity) => {
    const collection = ownCollection(entity);
    if (!collection) return [];
    return (world.all(entity) as unknown[]).filter(isBody).flatMap((row): ModelDocument[] => {
      if (row['deleted'] === true) return [];
      const body: Body = { ...row };
      for (const place of embeddedIn(collection)) {
        const children = (world.all(place.entity) as unknown[])
          .filter(isBody)
          .filter((child) => child['deleted'] !== true && parentIds(place, child).includes(String(row['id'])))
          .sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
        body[place.as] = sentChildren(place, children);
      }
      // Rows contain only JSON; the wire schema types it more narrowly than a body is typed here.
      const json = JSON.parse(JSON.stringify(body)) as FeedDocument['body'];
      return [{ collection, id: String(row['id']), kind: entity.name, rev: 0, deleted: false, body: json }];
    });
  });
}

/** Return the child rows that a document has, with the fields that devices receive. */
function sentChildren({ entity: { replica }, window }: Embedding, children: readonly Body[]): Body[] {
  // Only events have a window; the schema of events created the rows.
  const rows = window ? withinWindow(children as (Body & Row<typeof event>)[], window) : children;
  const fields = replica?.fields;
  return fields
    ? rows.map((child) => Object.fromEntries(fields.map((field) => [field, child[field]])))
    : [...rows];
}

interface ModelDevice {
  id: string;
  owner: string;
  lastN: number;
  verdicts: Map<number, OperationVerdict>;
  revoked: boolean;
}

interface StoredDocument extends ModelDocument {
  alive: boolean;
}

/**
 * An in-memory server with the wire contract: the rules run on a world, and every operation makes one
 * revision.
 */
export class ModelServer {
  readonly world = new MemoryWorld();
  rev = 0;
  generation = `g-${ulid()}`;
  readonly devices = new Map<string, ModelDevice>();
  /** Every applied operation, in order; each must be here exactly once. */
  readonly log: { id: string; deviceId: string; n: number; userId: string }[] = [];
  private readonly documents = new Map<string, StoredDocument>();
  private readonly verdicts: { userId: string; verdict: OperationVerdict }[] = [];
  // Transactions run one at a time, as with the lock on sync_head.
  private readonly oneByOne = createExclusive();
  private readonly findOperation: (name: string) => OperationDefinition | undefined;

  constructor(findOperation: (name: string) => OperationDefinition | undefined) {
    this.findOperation = findOperation;
  }

  /** Stamp all changes of the world since the last call with one new revision. */
  commit(): void {
    this.rev += 1;
    const now = documentsOf(this.world);
    const present = new Set(now.map(keyOf));
    for (const document of now) {
      const before = this.documents.get(keyOf(document));
      if (before?.alive && JSON.stringify(before.body) === JSON.stringify(document.body)) continue;
      this.documents.set(keyOf(document), { ...document, rev: this.rev, alive: true });
    }
    for (const [key, storedEntry] of this.documents) {
      if (storedEntry.alive && !present.has(key))
        this.documents.set(key, { ...storedEntry, rev: this.rev, alive: false });
    }
  }

  /** The documents that every device must show in the end. */
  alive(): ModelDocument[] {
    return [...this.documents.values()]
      .filter((document) => document.alive)
      .map(({ alive, ...document }) => document);
  }

  /** Open a connection of one user. */
  sendAs(actor: Actor): Send {
    return async (path, init) => {
      try {
        const url = new URL(path, 'http://model.invalid');
        const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
        return Response.json(await this.oneByOne(() => this.answer(actor, url, body)));
      } catch (error) {
        const failed = error instanceof AppError ? error : new AppError('INTERNAL', String(error));
        const status = Object.entries(ERROR_STATUS).find(([code]) => code === failed.code)?.[1] ?? 409;
        return Response.json({ error: failed.message, code: failed.code }, { status });
      }
    };
  }

  private async answer(actor: Actor, url: URL, body: unknown): Promise<unknown> {
    if (url.pathname === '/api/sync/devices') return this.enroll(actor, EnrollRequest.parse(body));
    if (url.pathname === '/api/sync/operations') return this.push(actor, PushRequest.parse(body));
    if (url.pathname === '/api/sync/feed') return this.feed(actor, url.searchParams);
    if (url.pathname === '/api/sync/snapshot') return this.snapshot(url.searchParams);
    if (url.pathname === '/api/sync/digest') return this.digest(body);
    throw new AppError('NOT_FOUND', `The model does not answer ${url.pathname}.`);
  }

  private enroll(actor: Actor, request: EnrollRequest) {
    let device = request.deviceId ? this.devices.get(request.deviceId) : undefined;
    if (!device) {
      device = { id: ulid(), owner: actor.userCompanyId, lastN: 0, verdicts: new Map(), revoked: false };
      this.devices.set(device.id, device);
    }
    return {
      deviceId: device.id,
      offlineLetter: 'K',
      expectedN: device.lastN + 1,
      generation: this.generation,
      offlineUntil: new Date(Date.now() + 72 * 3_600_000).toISOString(),
      labTimezone: 'UTC',
      leases: [],
    };
  }

  private async push(actor: Actor, request: PushRequest) {
    const device = this.devices.get(request.deviceId);
    if (!device) throw new AppError('NOT_FOUND', 'This device is not enrolled here.');
    const verdicts: OperationVerdict[] = [];
    for (const envelope of request.operations) {
      const storedEntry = device.verdicts.get(envelope.n);
      if (storedEntry) verdicts.push(storedEntry);
      else if (envelope.n !== device.lastN + 1) break;
      else verdicts.push(await this.judge(actor, device, envelope));
    }
    return { verdicts, expectedN: device.lastN + 1, serverTime: new Date().toISOString() };
  }

  private async judge(
    actor: Actor,
    device: ModelDevice,
    envelope: OperationEnvelope,
  ): Promise<OperationVerdict> {
    const { id, n, name, args, occurredAt } = envelope;
    const definition = this.findOperation(name);
    const context = buildContext({ operationId: id, deviceId: device.id, actor, occurredAt });
    const stamp = { at: occurredAt, userId: actor.userId, entity: actor.entity };
    const ruleResult = await this.world
      .transaction(stamp, async (tx) => {
        if (envelope.setAside) throw new AppError(envelope.setAside, 'This is too large to be sent.');
        if (!definition) throw new AppError('UNSUPPORTED_VERSION', 'Unknown operation.');
        return definition.run(tx, definition.args.parse(args), context);
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return { outcome: 'REJECTED' as const, code: error.code, message: error.message };
      });
    this.commit();
    const verdict: OperationVerdict = { id, n, ...ruleResult, rev: this.rev };
    device.lastN = n;
    device.verdicts.set(n, verdict);
    this.verdicts.push({ userId: actor.userId, verdict });
    this.log.push({ id, deviceId: device.id, n, userId: actor.userId });
    return verdict;
  }

  private feed(actor: Actor, query: URLSearchParams) {
    const cursor = Number(query.get('cursor'));
    if (query.get('generation') !== this.generation || cursor > this.rev) {
      throw new AppError('GENERATION_CHANGED', 'This device must load its data again.');
    }
    // Pages have few revisions, so that every test also reads several pages.
    const upTo = Math.min(this.rev, cursor + 3);
    const changed = [...this.documents.values()].filter(({ rev }) => rev > cursor && rev <= upTo);
    const documents: FeedDocument[] = changed
      .filter(({ alive }) => alive)
      .map(({ alive, ...document }) => document);
    for (const { userId, verdict } of this.verdicts) {
      if (userId !== actor.userId || verdict.rev <= cursor || verdict.rev > upTo) continue;
      documents.push({
        collection: 'operations',
        id: verdict.id,
        kind: 'Operation',
        rev: verdict.rev,
        deleted: false,
        body: { ...verdict, rootId: null },
      });
    }
    const departed = changed.filter(({ alive }) => !alive).map(({ collection, id }) => ({ collection, id }));
    return {
      generation: this.generation,
      cursor: upTo,
      head: this.rev,
      more: upTo < this.rev,
      documents,
      departed,
    };
  }

  private snapshot(query: URLSearchParams) {
    const all = this.alive().sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const from = all.filter((document) => keyOf(document) > (query.get('after') ?? '')).slice(0, 7);
    const last = from.at(-1);
    return {
      generation: this.generation,
      head: this.rev,
      after: last ? keyOf(last) : null,
      more: from.length === 7,
      documents: from,
    };
  }

  private async digest(body: unknown) {
    const deviceDigests = isBody(body) && isBody(body['collections']) ? body['collections'] : {};
    const differ: string[] = [];
    for (const [collection, digest] of Object.entries(deviceDigests)) {
      const lines = this.alive()
        .filter((document) => document.collection === collection)
        .map(({ id, rev }) => `${id}|${rev}`);
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.sort().join('\n')));
      const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      if (!isBody(digest) || digest['count'] !== lines.length || digest['hash'] !== hex)
        differ.push(collection);
    }
    return { differ, head: this.rev };
  }
}

const keyOf = (document: { collection: string; id: string }): string =>
  `${document.collection}|${document.id}`;
