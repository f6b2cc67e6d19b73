import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';

// Domain 5.1: a conflict never blocks independent operations; later ones on the same record become a conflict
// too.

let lab: TwoDevices;
let tubeCount = 0;

beforeAll(async () => {
  lab = await openTwoDevices();
});

afterAll(() => lab.close());

const tubeName = () => `T-${300 + tubeCount++}`;
const to = (sampleId: string, containerId: string, position: string | null) => ({
  sampleId,
  containerId,
  position,
});
const rootOf = async (operationId: string): Promise<unknown> => {
  const text = 'SELECT root_id FROM operation WHERE id = $1';
  return (await lab.lab.database.pool.query(text, [operationId])).rows[0]?.root_id;
};

/** Ann has custody of the tube; Bob selects it from a list without knowing, which creates a conflict. */
async function disputed(): Promise<{ tube: string; first: string }> {
  const tube = tubeName();
  await lab.tube(tube);
  await lab.ann.does('check-out-sample', { sampleId: tube, purpose: 'BATCH' }, 30);
  await lab.ann.online();
  const first = await lab.bob.does('check-out-sample', { sampleId: tube, purpose: 'QC', typed: true }, 20);
  return { tube, first };
}

describe('after an operation that ended in a conflict', () => {
  test('a later operation made without knowing the first is recorded and becomes a conflict that names the first', async () => {
    const { tube, first } = await disputed();
    const second = await lab.bob.does(
      'confirm-volume',
      { sampleId: tube, remainingVolume: '120', recorded: null },
      10,
    );
    await lab.meet();
    expect(lab.bob.verdict(first).outcome).toBe('CONFLICT');
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'CONFLICT',
      message: `"Check sample out" before it is in conflict: Say who has ${tube}.`,
    });
    expect(await rootOf(second)).toBe(first);
    expect((await lab.agreed('samples', tube))['remainingVolume']).toBe('120');
    await lab.conflictAbout(tube);
  });

  test('an operation on another record is unaffected, even when the device sent both together', async () => {
    await disputed();
    const other = tubeName();
    await lab.tube(other);
    const move = await lab.bob.does('move-sample', to(other, 'box-13', 'A5'), 10);
    await lab.meet();
    expect(lab.bob.verdict(move)).toEqual({ outcome: 'APPLIED', message: null });
  });

  test('a user who has seen the conflict and acts again gets no second notice', async () => {
    const { tube } = await disputed();
    await lab.meet();
    const later = await lab.bob.does(
      'confirm-volume',
      { sampleId: tube, remainingVolume: '90', recorded: null },
      0,
    );
    await lab.meet();
    expect(lab.bob.verdict(later).outcome).toBe('APPLIED');
  });

  test('an operation that resolves the conflict is none: a tube without a slot is put elsewhere', async () => {
    const [first, second] = [tubeName(), tubeName()];
    await lab.tube(first);
    await lab.tube(second);
    await lab.ann.does('move-sample', to(first, 'box', 'B1'), 30);
    await lab.ann.online();
    const lost = await lab.bob.does('move-sample', to(second, 'box', 'B1'), 20);
    const secondMove = await lab.bob.does('move-sample', to(second, 'box-13', 'B1'), 10);
    await lab.meet();
    expect(lab.bob.verdict(lost).outcome).toBe('CONFLICT');
    expect(lab.bob.verdict(secondMove).outcome).toBe('APPLIED');
    expect(await lab.locate(second)).toBe('box-13, B1');
  });

  test('tubes put into a box whose slot is in conflict create none: the box is only their place', async () => {
    const tube = tubeName();
    await lab.tube(tube);
    const args = (containerId: string) => ({ containerId, parentId: 'rack-5', position: 'C3' });
    await lab.ann.does('move-container', args('box'), 30);
    await lab.ann.online();
    const box = await lab.bob.does('move-container', args('box-13'), 20);
    const move = await lab.bob.does('move-sample', to(tube, 'box-13', 'H9'), 10);
    await lab.meet();
    expect(lab.bob.verdict(box).outcome).toBe('CONFLICT');
    expect(lab.bob.verdict(move).outcome).toBe('APPLIED');
  });
});
