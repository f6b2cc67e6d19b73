import { generateKeyPairSync, sign } from 'node:crypto';
import type { Response } from 'supertest';
import { ulid } from 'ulid';
import type { EnrollResponse, OperationVerdict } from '#db/sync/wire.ts';
import type { Caller, DemoServer } from '#sync-server/demo/demo-server.ts';

/** What an operation of a forged client may set besides its name and arguments. */
interface Forged {
  id?: string;
  occurredAt?: string;
  clockOffsetMs?: number;
  version?: number;
}

/** A client for attacks: it speaks the wire contract but follows none of the app's rules. */
export class ForgedDevice {
  readonly lab: DemoServer;
  readonly caller: Caller;
  readonly enrollment: EnrollResponse;
  n: number;

  constructor(lab: DemoServer, caller: Caller, enrollment: EnrollResponse) {
    this.lab = lab;
    this.caller = caller;
    this.enrollment = enrollment;
    this.n = enrollment.expectedN;
  }

  get id(): string {
    return this.enrollment.deviceId;
  }

  operation(name: string, args: object, { id = ulid(), version = 1, ...forged }: Forged = {}) {
    const n = this.n++;
    return { id, n, name, version, occurredAt: this.lab.services.now().toISOString(), args, ...forged };
  }

  post(operations: object[], waiting?: number): Promise<Response> {
    const body = {
      deviceId: this.id,
      protocol: 1,
      operations,
      ...(waiting === undefined ? {} : { waiting }),
    };
    return this.lab.call(this.caller, 'post', '/api/sync/operations', body);
  }

  /** Send one operation and return its verdict. */
  async push(name: string, args: object, forged: Forged = {}, waiting?: number): Promise<OperationVerdict> {
    const answer = await this.post([this.operation(name, args, forged)], waiting);
    const verdict: OperationVerdict | undefined = answer.body?.verdicts?.[0];
    if (!verdict) throw new Error(`No verdict: ${answer.status} ${JSON.stringify(answer.body)}`);
    return verdict;
  }
}

/** Enroll a forged device as a demo person. */
export async function enrollForged(lab: DemoServer, caller: Caller, name = 'Forged'): Promise<ForgedDevice> {
  const answer = await lab.call(caller, 'post', '/api/sync/devices', { name });
  if (answer.status !== 200) throw new Error(`Not enrolled: ${answer.status} ${JSON.stringify(answer.body)}`);
  return new ForgedDevice(lab, caller, answer.body);
}

/**
 * Register a key of the device's person, who has just signed in, as the PIN would; returns the signing
 * function.
 */
export async function registerKey({ lab, id }: ForgedDevice): Promise<(hash: string) => string> {
  await lab.rows(
    `INSERT INTO password_confirmation (user_id, device_id, confirmed_at, stands_until)
     SELECT registered_by_id, id, now(), now() + interval '12 hours' FROM device WHERE id = $1`,
    [id],
  );
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  await lab.rows(
    `INSERT INTO signing_key (id, created_at, updated_at, user_id, device_id, public_key)
     SELECT $1, now(), now(), registered_by_id, id, $2 FROM device WHERE id = $3`,
    [ulid(), JSON.stringify({ kty: 'EC', crv: 'P-256', x, y }), id],
  );
  return (hash) =>
    sign('sha256', Buffer.from(hash), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
}
