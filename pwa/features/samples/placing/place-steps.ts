import type { Sample } from '#db/samples/sample.ts';
import { freeSlots } from '#db/storage/free-slots.ts';
import { occupantOf, positionProblem, roomProblem } from '#db/storage/place-problem.ts';
import { holdsPositions, type StorageManagement } from '#db/storage/storage-management.ts';
import { openBox, repeatedPlacing } from './open-box.ts';
import {
  type HeldTube,
  type LastPlacing,
  type OccupiedStep,
  type OpenBox,
  type PlaceInput,
  type PlaceMove,
  type PlaceRules,
  type PlaceStep,
  stay,
} from './place-step.ts';

/** Process one scan of the sequence. A pure function: the recorded state comes in with the scan. */
export function takePlaceInput(state: PlaceStep, input: PlaceInput, rules: PlaceRules): PlaceMove {
  if (input.kind === 'wrong')
    return stay(state, { verdict: 'error', title: input.message, code: input.code });
  if (state.step === 'OCCUPIED') {
    const code = input.kind === 'sample' ? input.sample.barcode : state.tube.barcode;
    return stay(state, {
      verdict: 'error',
      title: `Decide about ${state.container}, ${state.position} first.`,
      code,
    });
  }
  if (input.kind === 'sample') {
    const repeated = state.step === 'SAMPLE' && input.repeat ? repeatedPlacing(input.sample, rules) : null;
    const move = repeated ?? takeSample(state, input, rules);
    const box = state.step === 'SAMPLE' ? rules.box : null;
    return box && move.next.step === 'PLACE' && move.feedback?.verdict === 'ok'
      ? takeIntoBox(move.next.tube, box, rules)
      : move;
  }
  if (state.step === 'SAMPLE')
    return input.kind === 'container'
      ? openBox(input, rules)
      : stay(state, { verdict: 'error', title: 'Scan a sample first.', detail: input.container.name });
  if (state.step === 'DISPLACE') return displace(state, input);
  const isTyped = input.kind === 'container' ? input.typed : state.step === 'PLACE';
  const home = isTyped ? { ...state.tube, typed: true } : state.tube;
  if (input.kind === 'position')
    return placeTube(home, input.container, input.position, input.containerSamples, rules);
  return takeContainer(home, input.container, input.containerSamples, rules);
}

function takeIntoBox(tube: HeldTube, { container, containerSamples }: OpenBox, rules: PlaceRules): PlaceMove {
  if (!rules.returning && !tube.away && tube.homeId === container.id)
    return stay(
      { step: 'SAMPLE' },
      { verdict: 'repeat', title: `Already in ${container.name}.`, code: tube.barcode },
    );
  const move = takeContainer(tube, container, containerSamples, rules);
  // A full box takes no more: the tube in the hand needs another place.
  return move.feedback?.verdict === 'error' ? { ...move, boxId: null } : move;
}

function takeSample(
  state: PlaceStep,
  { sample, placeText, typed = false }: Extract<PlaceInput, { kind: 'sample' }>,
  rules: PlaceRules,
): PlaceMove {
  if (state.step === 'DISPLACE')
    return stay(state, {
      verdict: 'error',
      title: `Scan the location for ${state.occupant.barcode}, or cancel.`,
      code: sample.barcode,
    });
  if (state.step !== 'SAMPLE' && state.tube.id !== sample.id)
    return stay(state, {
      verdict: 'error',
      title: `Put ${state.tube.barcode} away first, or cancel.`,
      code: sample.barcode,
    });
  const tube = {
    id: sample.id,
    barcode: sample.barcode,
    homeId: sample.storageLocationId,
    homePosition: sample.storagePosition,
    volume: sample.remainingVolume,
    typed,
    away: sample.custodianUserId !== null,
  };
  const next: PlaceStep = { step: 'PLACE', tube };
  if (state.step !== 'SAMPLE')
    return stay(state, { verdict: 'repeat', title: 'Now scan its location.', code: sample.barcode });
  if (rules.returning && !tube.away)
    return stay(next, {
      verdict: 'warning',
      title: 'Not checked out. Scan the new location.',
      code: sample.barcode,
      detail: `Recorded in ${placeText}.`,
    });
  const home = rules.returning ? 'Home' : 'Now in';
  return stay(next, {
    verdict: 'ok',
    title: 'Scan its location',
    code: sample.barcode,
    detail: `${home}: ${placeText}.`,
  });
}

function takeContainer(
  tube: HeldTube,
  container: StorageManagement,
  containerSamples: readonly Sample[],
  rules: PlaceRules,
): PlaceMove {
  if (!holdsPositions(container.type)) return placeTube(tube, container, null, containerSamples, rules);
  const isHome = tube.homeId === container.id && tube.homePosition !== null;
  if (rules.returning && isHome)
    return placeTube(tube, container, tube.homePosition, containerSamples, rules);
  const next: PlaceStep = { step: 'POSITION', tube, containerId: container.id };
  if (isHome)
    return stay(next, {
      verdict: 'warning',
      title: `Already in ${container.name}, ${tube.homePosition}.`,
      code: tube.barcode,
      detail: 'Press or type the position, or scan another location.',
    });
  const full = roomProblem(container, containerSamples, tube.id);
  const [free] = freeSlots(container, containerSamples);
  if (full || free === undefined)
    return stay(
      { step: 'PLACE', tube },
      { verdict: 'error', title: full?.message ?? `${container.name} is full.`, code: tube.barcode },
    );
  if (rules.choice === 'AUTO') return placeTube(tube, container, free, containerSamples, rules);
  return stay(next, {
    verdict: 'ok',
    title: `Choose the position in ${container.name}`,
    code: tube.barcode,
    detail: `Free next: ${free}.`,
  });
}

/** Report whether this placement was just recorded here and still matches the tube's record. */
function isPlacedAgain(
  tube: HeldTube,
  containerId: string,
  position: string | null,
  last: LastPlacing | null,
): boolean {
  const isAtPlace = !tube.away && tube.homeId === containerId && tube.homePosition === position;
  return (
    isAtPlace && last?.sampleId === tube.id && last.containerId === containerId && last.position === position
  );
}

function placeTube(
  tube: HeldTube,
  container: StorageManagement,
  position: string | null,
  containerSamples: readonly Sample[],
  rules: PlaceRules,
): PlaceMove {
  if (isPlacedAgain(tube, container.id, position, rules.last ?? null))
    return stay(
      { step: 'SAMPLE' },
      {
        verdict: 'repeat',
        title: `Already in ${position === null ? container.name : `${container.name}, ${position}`}.`,
        code: tube.barcode,
      },
    );
  const problem = positionProblem(container, position);
  const currentStep: PlaceStep =
    position === null || !holdsPositions(container.type)
      ? { step: 'PLACE', tube }
      : { step: 'POSITION', tube, containerId: container.id };
  if (problem) return stay(currentStep, { verdict: 'error', title: problem.message, code: tube.barcode });
  const occupant = occupantOf(containerSamples, position, tube.id);
  if (occupant && position !== null)
    return stay(
      {
        step: 'OCCUPIED',
        tube,
        containerId: container.id,
        container: container.name,
        position,
        occupant: { id: occupant.id, barcode: occupant.barcode },
      },
      {
        verdict: 'error',
        title: `Position ${position} in ${container.name} is occupied by ${occupant.barcode}.`,
        code: tube.barcode,
        detail: 'Nothing was moved. Swap the two, displace the other to another location, or cancel.',
      },
    );
  return {
    next: { step: 'SAMPLE' },
    feedback: null,
    operation: {
      name: rules.returning ? 'check-in-sample' : 'move-sample',
      args: {
        sampleId: tube.id,
        containerId: container.id,
        position,
        ...typedArgs(tube),
      },
      done: position === null ? container.name : `${container.name}, ${position}`,
    },
  };
}

/** Arguments for an entry that was not scanned: that it was typed, and where this device showed the tube. */
const typedArgs = ({ typed, homeId, homePosition }: HeldTube) =>
  typed ? { typed: true, seen: { containerId: homeId, position: homePosition } } : {};

function displace(
  state: OccupiedStep,
  input: Extract<PlaceInput, { kind: 'container' | 'position' }>,
): PlaceMove {
  const { container, containerSamples } = input;
  const leaving = new Set([state.occupant.id, state.tube.id]);
  const remainingSamples = containerSamples.filter((one) => !leaving.has(one.id));
  const occupiedSlots = container.id === state.containerId ? [{ storagePosition: state.position }] : [];
  const free = freeSlots(container, [...remainingSamples, ...occupiedSlots]);
  const position = input.kind === 'position' ? input.position : (free[0] ?? null);
  const problem =
    positionProblem(container, position) ?? roomProblem(container, remainingSamples, state.occupant.id);
  const occupied = position !== null && !free.includes(position) && holdsPositions(container.type);
  if (problem || occupied)
    return stay(state, {
      verdict: 'error',
      title: problem?.message ?? `Position ${position} in ${container.name} is not free.`,
      code: state.occupant.barcode,
    });
  const to = position === null ? container.name : `${container.name}, ${position}`;
  return {
    next: { step: 'SAMPLE' },
    feedback: null,
    operation: {
      name: 'displace-sample',
      args: {
        sampleId: state.tube.id,
        containerId: state.containerId,
        position: state.position,
        occupantId: state.occupant.id,
        toContainerId: container.id,
        toPosition: position,
        ...typedArgs(state.tube),
      },
      done: `${state.container}, ${state.position}. ${state.occupant.barcode} goes to ${to}`,
    },
  };
}

/** Swap the two tubes; only a tube with a location of its own can be swapped. */
export const planSwap = (state: OccupiedStep): PlaceMove => ({
  next: { step: 'SAMPLE' },
  feedback: null,
  operation: {
    name: 'swap-samples',
    args: {
      sampleId: state.tube.id,
      otherSampleId: state.occupant.id,
      ...(state.tube.typed ? { typed: true } : {}),
    },
    done: `${state.container}, ${state.position}. ${state.occupant.barcode} takes its old location`,
  },
});
