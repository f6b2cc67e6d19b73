import { beforeEach, expect, test } from 'vitest';
import { buildEmail } from '#db/factories/build-records.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { email } from './email.ts';
import { sendEmailAgain } from './send-email-again.ts';

let world: MemoryWorld;
beforeEach(() => {
  world = new MemoryWorld();
});

const failed = (overrides: Parameters<typeof buildEmail>[0] = {}) => {
  const row = buildEmail({
    status: 'FAILED',
    attempts: 8,
    lastError: 'The mail server answered 550.',
    ...overrides,
  });
  world.putRow(email, row);
  return row;
};
const sendAgain = (emailId: string, role: 'DEVELOPER' | 'LAB_MANAGER' = 'DEVELOPER') =>
  runRule(world, sendEmailAgain, { emailId }, { actor: buildActor({ role }), deviceId: null });

test('an email that finally failed is queued again, with its earlier attempts', async () => {
  const { id } = failed();
  await sendAgain(id);
  expect(world.all(email)).toMatchObject([
    { id, status: 'QUEUED', attempts: 0, lastError: null, nextAttemptAt: '2026-11-21T10:00:00.000Z' },
  ]);
});

test('a sent or waiting email is not sent again', async () => {
  for (const status of ['SENT', 'QUEUED'] as const)
    await expect(sendAgain(failed({ status }).id)).rejects.toMatchObject({ code: 'EMAIL_NOT_FAILED' });
});

test('an email with a deleted link cannot be sent again, and the error names the step to take', async () => {
  const { id } = failed({ kind: 'PASSWORD_RESET', text: '', html: '' });
  await expect(sendAgain(id)).rejects.toThrow('Ask its receiver to have a new one sent.');
});

test('only developers send emails again, and only of their own business entity', async () => {
  await expect(sendAgain(failed({ entity: 'RESONANT' }).id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(sendAgain(failed().id, 'LAB_MANAGER')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
