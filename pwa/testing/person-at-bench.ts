import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { buildSigningKey } from '#db/factories/build-identity.ts';
import { signingKey } from '#db/identity/signing-key.ts';
import type { Actor } from '#db/operation.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { Body } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { BenchLab } from './bench-lab.ts';
import { openDevice, readShown, syncOnce } from './simulated-device.ts';

/** The server's verdict on one operation. */
export interface ReportedVerdict {
  outcome: string | null;
  message: string | null;
}

/** One user at one device. Their work stays on it until they are online. */
export interface PersonAtBench {
  actor: Actor;
  replica: Replica;
  /** Execute an operation, this many minutes before now. */
  does<Name extends BenchOperationName>(
    name: Name,
    args: BenchArgs[Name],
    minutesAgo: number,
  ): Promise<string>;
  /** Return the device's refusal of an intent that it does not store. */
  isRefused<Name extends BenchOperationName>(name: Name, args: BenchArgs[Name]): Promise<string | null>;
  online(): Promise<void>;
  /** Return the server's verdict on this user's operation. */
  verdict(operationId: string): ReportedVerdict;
  /** Read a sample as this user sees it. */
  showsSample(id: string): Promise<Body | undefined>;
  shows(collection: CollectionName, id: string): Promise<Body | undefined>;
  /** Return the PIN's proof for a record's hash. */
  proves(hash: string): string;
}

let benchCount = 0;

/** Give a user a device that has loaded the lab's data, with a key to sign offline. */
export async function openBench(lab: BenchLab, actor: Actor): Promise<PersonAtBench> {
  await lab.addPerson(actor);
  let minutesAgo = 0;
  const now = () => Date.now() - minutesAgo * 60_000;
  const replica = await openDevice({ name: `two-${benchCount++}`, actor, send: lab.sendAs(actor), now });
  const online = async () => {
    if (!(await syncOnce(replica))) throw new Error(`${actor.name} could not reach the server.`);
  };
  await online();
  const privateKey = await registerKey(lab, actor, (await replica.enrollment())?.deviceId ?? '');
  const attempt = async <Name extends BenchOperationName>(name: Name, args: BenchArgs[Name], ago: number) => {
    minutesAgo = ago;
    try {
      return await replica.run(name, args);
    } finally {
      minutesAgo = 0;
    }
  };
  return {
    actor,
    replica,
    online,
    async does(name, args, ago) {
      const result = await attempt(name, args, ago);
      if (!result.queued) throw new Error(`${actor.name} was told: ${result.message}`);
      return result.operationId;
    },
    async isRefused(name, args) {
      const result = await attempt(name, args, 0);
      if (result.queued) throw new Error(`${actor.name} was not refused.`);
      return result.message;
    },
    verdict(operationId) {
      const recorded = replica.outbox.all().find((operation) => operation.id === operationId);
      return { outcome: recorded?.outcome ?? null, message: recorded?.message ?? null };
    },
    showsSample: async (id) => (await readShown(replica, 'samples', id))?.body,
    shows: async (collection, id) => (await readShown(replica, collection, id))?.body,
    proves: (hash) =>
      sign('sha256', Buffer.from(hash), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64'),
  };
}

async function registerKey(lab: BenchLab, actor: Actor, deviceId: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = pair.publicKey.export({ format: 'jwk' });
  const publicKey = { kty: String(kty), crv: String(crv), x: String(x), y: String(y) };
  await lab.insert(signingKey, buildSigningKey({ userId: actor.userId, deviceId, publicKey }));
  return createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
}
