import fc from 'fast-check';
import { FAULTS, type Fault } from './fault-proxy.ts';

/** One thing that happens in a run: a person does something, a device has contact, or something breaks. */
export type Step =
  | { do: 'move'; device: number; tube: number; box: number; slot: number }
  | { do: 'check out'; device: number; tube: number }
  | { do: 'move box'; device: number; box: number; shelf: number }
  | { do: 'sync'; device: number; fault: Fault }
  | { do: 'sync together'; fault: Fault }
  | { do: 'restart'; device: number; clockSteps: number }
  | { do: 'disk'; device: number; failsFrom: number; fails: number };

export const DEVICES = 3;
export const TUBES = 4;
export const BOXES = 2;
export const SLOTS = ['A1', 'A2', 'B1'];

const device = fc.nat(DEVICES - 1);
const fault = fc.constantFrom(...FAULTS);
const tube = fc.nat(TUBES - 1);
const box = fc.nat(BOXES - 1);

/** Runs as fast-check makes and shrinks them. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        device,
        tube,
        box,
        slot: fc.nat(SLOTS.length - 1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('check out' as const), device, tube }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('move box' as const), device, box, shelf: fc.nat(1) }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('sync' as const), device, fault }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('sync together' as const), fault }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('restart' as const),
        device,
        clockSteps: fc.integer({ min: -3, max: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('disk' as const),
        device,
        failsFrom: fc.nat(3),
        fails: fc.integer({ min: 1, max: 3 }),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
);
