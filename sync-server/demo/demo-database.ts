import { labDayOf } from '#db/values/lab-day.ts';
import {
  createTestDatabase,
  sharedTemplate,
  type TestDatabase,
} from '#sync-server/postgres/test-database.ts';
import { loadDemoLab } from './load-demo-lab.ts';

const LAB_TIME = 'America/New_York';

/**
 * Create a test's own copy of the demo lab. The template is loaded once per run, because loading takes
 * seconds and copying does not, and again if the day of the lab or UTC ends meanwhile, so that no test gets
 * yesterday's lab.
 */
export async function createDemoDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const now = new Date();
  const days = [now.toISOString().slice(0, 10), labDayOf(now.toISOString(), LAB_TIME)];
  const name = `demo_${days.join('_').replaceAll('-', '')}`;
  const from = await sharedTemplate(name, (pool) => loadDemoLab(pool, now, LAB_TIME));
  return createTestDatabase({ ...options, from });
}
