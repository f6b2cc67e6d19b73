import type { MentionOptions } from '@tiptap/extension-mention';
import type { NamedPerson } from '#db/records/note-body.ts';
import { classNames } from '#pwa/ui/class-names.ts';

const MOST = 6;

/** Whom the words after `@` may mean, and which of them is chosen by Enter. */
export interface Asked {
  people: readonly NamedPerson[];
  chosen: number;
  choose(person: NamedPerson): void;
}

const meant = (people: readonly NamedPerson[], query: string): NamedPerson[] =>
  people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())).slice(0, MOST);

/** Looks people up while somebody types behind an `@`; arrows choose, Enter and Tab take, Escape leaves the words. */
export function createPersonSuggestion(
  people: readonly NamedPerson[],
  show: (asked: Asked | null) => void,
): MentionOptions['suggestion'] {
  return {
    items: ({ query }) => meant(people, query),
    render: () => {
      let asked: Asked | null = null;
      const tell = (next: Asked | null): void => {
        asked = next && next.people.length > 0 ? next : null;
        show(asked);
      };
      const renew = ({ items, command }: { items: NamedPerson[]; command(attrs: object): void }): void =>
        tell({ people: items, chosen: 0, choose: ({ id, name }) => command({ id, label: name }) });
      return {
        onStart: renew,
        onUpdate: renew,
        onExit: () => tell(null),
        onKeyDown: ({ event: { key } }) => {
          if (!asked) return false;
          const count = asked.people.length;
          const person = asked.people[asked.chosen];
          if (key === 'Escape') tell(null);
          else if (key === 'ArrowDown') tell({ ...asked, chosen: (asked.chosen + 1) % count });
          else if (key === 'ArrowUp') tell({ ...asked, chosen: (asked.chosen + count - 1) % count });
          else if ((key === 'Enter' || key === 'Tab') && person) asked.choose(person);
          else return false;
          return true;
        },
      };
    },
  };
}

/** The people who may be meant, below the words; each is a target for a thumb. */
export function PersonChoice({ asked }: { asked: Asked }) {
  return (
    <ul aria-label="People" className="panel mt-1 overflow-hidden">
      {asked.people.map((person, place) => (
        <li key={person.id}>
          <button
            type="button"
            // The cursor stays in the words.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => asked.choose(person)}
            className={classNames(
              'min-h-11 w-full px-3 text-left hover:bg-hover',
              place === asked.chosen && 'bg-sunken font-medium',
            )}
          >
            {person.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
