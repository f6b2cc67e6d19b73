import { expect, test } from 'vitest';
import { phaseLabel, RUN_PHASES } from './run-phase.ts';
import { interpretRunState, RUN_STATES } from './run-state.ts';

test('the eighteen words of MinKNOW lead to the five statuses', () => {
  const count = new Map<string, number>();
  for (const rawState of Object.keys(RUN_STATES)) {
    const { status } = interpretRunState(rawState);
    count.set(status, (count.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(count)).toEqual({
    IN_PROGRESS: 3,
    PROTOCOL_COMPLETED: 1,
    PROTOCOL_STOPPED_BY_USER: 1,
    PROTOCOL_FINISHED_WITH_DEVICE_ERROR: 12,
    PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE: 1,
  });
});

test('each word is explained differently and says what to do next', () => {
  const states = Object.values(RUN_STATES);
  expect(new Set(states.map(({ explanation }) => explanation)).size).toBe(18);
  expect(states.filter(({ nextStep }) => !nextStep.endsWith('.'))).toEqual([]);
});

test.each([undefined, null, '', ' protocol_running '])('the word %j means running', (rawState) => {
  expect(interpretRunState(rawState)).toMatchObject({
    status: 'IN_PROGRESS',
    hasEnded: false,
    isUnknown: false,
  });
});

test('an unknown word that ends a run is a device error and keeps its name', () => {
  const state = interpretRunState('PROTOCOL_FINISHED_WITH_ERROR_LIGHTNING');
  expect(state).toMatchObject({
    status: 'PROTOCOL_FINISHED_WITH_DEVICE_ERROR',
    hasEnded: true,
    isUnknown: true,
  });
  expect(state.explanation).toContain('PROTOCOL_FINISHED_WITH_ERROR_LIGHTNING');
});

test('any other unknown word is in progress', () => {
  expect(interpretRunState('PROTOCOL_DANCING')).toMatchObject({ status: 'IN_PROGRESS', isUnknown: true });
  expect(interpretRunState('constructor')).toMatchObject({ status: 'IN_PROGRESS', isUnknown: true });
});

test('pauses by the instrument need a person; unknown phases are shown in plain letters', () => {
  const automatic = Object.entries(RUN_PHASES).filter(([phase]) => phase.endsWith('AUTOMATIC_PAUSE'));
  expect(automatic.map(([, { needsAction }]) => needsAction)).toEqual([true, true, true, true, true]);
  expect(phaseLabel('PHASE_DEEP_SLEEP')).toBe('deep sleep');
});
