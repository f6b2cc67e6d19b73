/** Holds the opening of an IndexedDB database until somebody asks it something. */
interface Door {
  asked: Promise<void>;
  ask(): void;
}

// By name for the whole page, as RxDB shares one connection among all who open the same name.
const doors = new Map<string, Door>();

function doorOf(database: string): Door {
  const known = doors.get(database);
  if (known) return known;
  let ask: Door['ask'] = () => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const door = { asked, ask };
  doors.set(database, door);
  return door;
}

/** Resolves when the database of this name was asked for. */
export const whenAsked = (database: string): Promise<void> => doorOf(database).asked;

/** Says that the database of this name is wanted; from then on it is opened at once. */
export const askFor = (database: string): void => doorOf(database).ask();
