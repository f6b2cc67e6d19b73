import { z } from 'zod';
import { endSigningKey, registerSigningKey } from '#db/api/identity/pins.ts';
import { handOverOperations, handOverPhoto } from '#db/api/identity/sessions.ts';
import { sendReceiptPhoto } from '#db/api/specimens/specimen-files.ts';
import * as calls from '#db/api/sync.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import {
  type DigestRequest,
  DigestResponse,
  type EnrollRequest,
  EnrollResponse,
  FeedDocument,
  FeedPage,
  type OperationEnvelope,
  PushResponse,
  SnapshotPage,
} from '#db/sync/wire.ts';
import { callUrl } from '#pwa/api/call.ts';
import { isBody } from '#pwa/replica/store/document.ts';

/** The transport of requests; simulated devices go through a fault proxy. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/**
 * The sync calls of architecture section 3. Each times out after 15 s and validates its answer against the
 * contract.
 */
export interface SyncApi {
  enroll(request: EnrollRequest): Promise<EnrollResponse>;
  push(deviceId: string, operations: OperationEnvelope[], waiting: number): Promise<PushResponse>;
  /** Like `push`, for a deactivated user whose device hands over its work. */
  handOver(deviceId: string, operations: OperationEnvelope[], waiting: number): Promise<PushResponse>;
  feed(request: { generation: string; cursor: number; limit: number; device: string }): Promise<FeedPage>;
  snapshot(after: string | null, limit: number): Promise<SnapshotPage>;
  digest(request: DigestRequest): Promise<DigestResponse>;
  revoke(deviceId: string): Promise<void>;
  /** Return the letter and the unused numbers of this device. */
  releaseNumbers(deviceId: string): Promise<void>;
  /** Send a photo under the id that this device has minted; repeating the call is harmless. */
  sendPhoto(photo: { id: string; groupId: string }, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Like `sendPhoto`, for a deactivated user. */
  handOverPhoto(photo: { id: string; groupId: string }, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Register the public half of a signing key; returns its id. */
  registerKey(request: { deviceId: string; publicKey: JsonWebKey; pin: string }): Promise<string>;
  /** End this user's signing key on a device, because they sign out there. */
  endKey(deviceId: string): Promise<void>;
}

const TIMEOUT_MS = 15_000;
/** The factor by which a photo's timeout is longer than that of an answer, for slow connections. */
const PHOTO_TIMEOUT_FACTOR = 6;

/**
 * The path where the device of a deactivated user hands over its work; the server knows whose cookie it was.
 */
export const HAND_OVER = handOverOperations.path;

// The output of JSON.parse is JSON: validating every value of a page again would cost more than reading it.
const Documents = z.array(FeedDocument.extend({ body: z.custom<FeedDocument['body']>(isBody) }));
const FeedAnswer = FeedPage.extend({ documents: Documents });
const SnapshotAnswer = SnapshotPage.extend({ documents: Documents });

/** Call the server through `direct`, which carries the session cookie. */
export function createSyncApi(direct: Send, timeoutMs = TIMEOUT_MS): SyncApi {
  const send: Send = (path, init) => direct(path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const post = <S extends z.ZodType>(path: string, body: unknown, schema: S) =>
    call(
      send,
      path,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      schema,
    );
  const pushTo =
    (path: string): SyncApi['push'] =>
    (deviceId, operations, waiting) =>
      post(path, { deviceId, protocol: PROTOCOL_VERSION, waiting, operations }, PushResponse);
  const putPhoto = async (path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const patient: Send = (to, init) =>
      direct(to, { ...init, signal: AbortSignal.timeout(timeoutMs * PHOTO_TIMEOUT_FACTOR) });
    const headers = { 'content-type': 'image/jpeg' };
    await answered(patient, path, { method: 'PUT', headers, body: bytes });
  };
  return {
    enroll: (request) => post(calls.enrollDevice.path, request, EnrollResponse),
    push: pushTo(calls.pushOperations.path),
    handOver: pushTo(HAND_OVER),
    feed: (query) => call(send, callUrl(calls.readFeed, { query }), {}, FeedAnswer),
    snapshot: (after, limit) => {
      const query = { ...(after === null ? {} : { after }), limit };
      return call(send, callUrl(calls.readSnapshot, { query }), {}, SnapshotAnswer);
    },
    digest: (request) => post(calls.compareDigest.path, request, DigestResponse),
    revoke: async (deviceId) => {
      await answered(send, callUrl(calls.revokeDevice, { params: { id: deviceId } }), { method: 'DELETE' });
    },
    releaseNumbers: async (deviceId) => {
      await answered(send, callUrl(calls.releaseNumbers, { params: { id: deviceId } }), { method: 'POST' });
    },
    sendPhoto: ({ id, groupId }, bytes) =>
      putPhoto(callUrl(sendReceiptPhoto, { params: { id }, query: { accessionGroupId: groupId } }), bytes),
    handOverPhoto: ({ id, groupId }, bytes) =>
      putPhoto(callUrl(handOverPhoto, { query: { id, accessionGroupId: groupId } }), bytes),
    registerKey: async (request) => {
      const { id } = await post(registerSigningKey.path, request, registerSigningKey.answer);
      return id;
    },
    endKey: async (deviceId) => {
      await post(endSigningKey.path, { deviceId, signsOut: true }, endSigningKey.answer);
    },
  };
}

async function call<S extends z.ZodType>(
  send: Send,
  path: string,
  init: RequestInit,
  schema: S,
): Promise<z.infer<S>> {
  const body = await answered(send, path, init);
  const parsed = schema.safeParse(body);
  // A captive portal answers 200 with its own page; that is not an answer of this server.
  if (!parsed.success)
    throw new AppError('UNAVAILABLE', 'The server sent an invalid response. Trying again.');
  return parsed.data;
}

async function answered(send: Send, path: string, init: RequestInit): Promise<unknown> {
  const response = await send(path, { ...init, cache: 'no-store' });
  const text = await response.text();
  const body = parseJson(text);
  if (response.ok) return body;
  throw new AppError(codeOf(response.status, body), textOf(body) ?? MESSAGES.unknownError);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (body: unknown): string | undefined => member(body, 'error');

// The status selects between "ask for sign-in", "start again" and "try later"; the code names the refusal.
function codeOf(status: number, body: unknown): string {
  if (status === 401) return 'UNAUTHENTICATED';
  if (status === 410) return 'GENERATION_CHANGED';
  if (status === 429) return 'RATE_LIMITED';
  if (status >= 500 || status === 408 || body === undefined) return 'UNAVAILABLE';
  return member(body, 'code') ?? (status === 403 ? 'FORBIDDEN' : 'BAD_REQUEST');
}

function member(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, key);
  return typeof value === 'string' ? value : undefined;
}
