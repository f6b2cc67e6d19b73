/** Holds the opening of an IndexedDB database until somebody asks it something. */
interface OpenGate {
  whenRequested: Promise<void>;
  ask(): void;
}

// By name for the whole page, as RxDB shares one connection among all who open the same name.
const openGates = new Map<string, OpenGate>();

function openGateOf(database: string): OpenGate {
  const known = openGates.get(database);
  if (known) return known;
  let ask: OpenGate['ask'] = () => undefined;
  const whenRequested = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const door = { whenRequested, ask };
  openGates.set(database, door);
  return door;
}

/** Resolves when the database of this name was asked for. */
export const whenOpenRequested = (database: string): Promise<void> => openGateOf(database).whenRequested;

/** Says that the database of this name is wanted; from then on it is opened at once. */
export const requestOpen = (database: string): void => openGateOf(database).ask();
