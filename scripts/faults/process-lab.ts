import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Actor } from '#db/operation.ts';
import { httpSend, insertInto, insertPerson, type ServedLab } from '#pwa/testing/bench-lab.ts';
import { type FaultProxy, startFaultProxy } from '#pwa/testing/fault-proxy.ts';
import { openSession, PASSWORD } from '#scripts/bench/lab-session.ts';
import { type LabServer, startProcess } from '#scripts/bench/start-lab-server.ts';
import { hashSecret } from '#sync-server/auth/password.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// The address of the lab for its devices, whatever port a process has.
const HOST = 'localhost';

/** A whole server process that can be killed and started again. */
interface ServerProcess {
  /** Kill the process at once. */
  kill(): Promise<void>;
  /** Start the process again; its devices reach it at the same address. */
  start(): Promise<void>;
  /** Send requests of its devices to another process, as a balancer does. */
  failOver(to: ServerProcess): void;
  /** The port where it listens now. */
  port(): number;
}

/** The real server with its real sign-in, in processes of their own on one database. */
export interface ProcessLab extends ServedLab {
  processes: readonly ServerProcess[];
}

/**
 * Bundle the whole server into one file, which starts in a third of the time; its folder is as deep as those of its
 * modules, whose paths are relative.
 */
async function bundleServer(): Promise<string> {
  const folder = path.join(ROOT, 'node_modules', '.cache');
  const name = `server-${process.pid}.mjs`;
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: 'sync-server/main.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  });
  return path.join(folder, name);
}

/** Start a whole server as `npm start` does, on a database that exists. */
const startMain = (main: string, databaseUrl: string, folder: string): Promise<LabServer> =>
  startProcess(main, [], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'one secret for all processes behind the balancer',
    DEMO: '0',
    LAB_TIMEZONE: 'UTC',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
  });

const portOf = ({ url }: LabServer): number => Number(new URL(url).port);

async function openProcess(startServer: () => Promise<LabServer>) {
  let server: LabServer | null = await startServer();
  const port = (): number => {
    if (!server) throw new Error('The process was killed.');
    return portOf(server);
  };
  const proxy: FaultProxy = await startFaultProxy(port());
  const kill = async (): Promise<void> => {
    await server?.kill();
    server = null;
  };
  return {
    proxy,
    port,
    kill,
    start: async () => {
      server = await startServer();
      proxy.target = port();
    },
    failOver: (to: ServerProcess) => {
      proxy.target = to.port();
    },
    close: async () => {
      await proxy.close();
      await kill();
    },
  };
}

/** Open a lab whose devices are spread over this number of server processes. */
export async function openProcessLab(count: number, existing?: TestDatabase): Promise<ProcessLab> {
  const database = existing ?? (await createTestDatabase({ max: 6 }));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'benchside-faults-'));
  const main = await bundleServer();
  const processes = await Promise.all(
    Array.from({ length: count }, () => openProcess(() => startMain(main, database.url, folder))),
  );
  const password = await hashSecret(PASSWORD);
  const insert = insertInto(database);
  const sends = new Map<string, ReturnType<typeof httpSend>>();
  const addPerson = async (actor: Actor): Promise<void> => {
    const email = `${actor.userId}@wbl.example`;
    await insertPerson(insert, actor, { email, password, emailVerified: new Date().toISOString() });
    const server = processes[sends.size % count];
    if (!server) throw new Error('The lab has no server process.');
    const { cookie } = await openSession(`http://${HOST}:${server.port()}`, email);
    sends.set(
      actor.userCompanyId,
      httpSend(() => server.proxy.origin, { host: HOST, origin: `http://${HOST}`, cookie }),
    );
  };
  return {
    database,
    processes,
    insert,
    addPerson,
    sendAs: (actor) => {
      const send = sends.get(actor.userCompanyId);
      if (!send) throw new Error(`${actor.name} has not signed in.`);
      return send;
    },
    close: async () => {
      await Promise.all(processes.map((one) => one.close()));
      await database.drop();
      for (const file of [folder, main]) rmSync(file, { recursive: true, force: true });
    },
  };
}
