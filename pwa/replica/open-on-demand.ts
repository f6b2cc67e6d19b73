/** Delay the opening of an IndexedDB database until the first request. */
interface OpenGate {
  whenRequested: Promise<void>;
  ask(): void;
}

// The state is by name for the whole page, because RxDB shares one connection among all who open the same
// name.
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

/** Resolve when the database of this name is first requested. */
export const whenOpenRequested = (database: string): Promise<void> => openGateOf(database).whenRequested;

/** Request the database of this name; from then on it is opened at once. */
export const requestOpen = (database: string): void => openGateOf(database).ask();
