import type { MentionOptions } from '@tiptap/extension-mention';
import type { NamedPerson } from '#db/records/note-body.ts';
import { classNames } from '#pwa/ui/class-names.ts';

const MAX_PEOPLE = 6;

/** The people that match the text after `@`, and the one that Enter selects. */
export interface PersonSuggestion {
  people: readonly NamedPerson[];
  selectedIndex: number;
  choose(person: NamedPerson): void;
}

const findPeople = (people: readonly NamedPerson[], query: string): NamedPerson[] =>
  people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())).slice(0, MAX_PEOPLE);

/**
 * Searches people while the user types after `@`; arrows move, Enter and Tab select, Escape keeps the text.
 */
export function createPersonSuggestion(
  people: readonly NamedPerson[],
  show: (suggestion: PersonSuggestion | null) => void,
): MentionOptions['suggestion'] {
  return {
    items: ({ query }) => findPeople(people, query),
    render: () => {
      let suggestion: PersonSuggestion | null = null;
      const update = (next: PersonSuggestion | null): void => {
        suggestion = next && next.people.length > 0 ? next : null;
        show(suggestion);
      };
      const renew = ({ items, command }: { items: NamedPerson[]; command(attrs: object): void }): void =>
        update({ people: items, selectedIndex: 0, choose: ({ id, name }) => command({ id, label: name }) });
      return {
        onStart: renew,
        onUpdate: renew,
        onExit: () => update(null),
        onKeyDown: ({ event: { key } }) => {
          if (!suggestion) return false;
          const count = suggestion.people.length;
          const person = suggestion.people[suggestion.selectedIndex];
          if (key === 'Escape') update(null);
          else if (key === 'ArrowDown')
            update({ ...suggestion, selectedIndex: (suggestion.selectedIndex + 1) % count });
          else if (key === 'ArrowUp')
            update({ ...suggestion, selectedIndex: (suggestion.selectedIndex + count - 1) % count });
          else if ((key === 'Enter' || key === 'Tab') && person) suggestion.choose(person);
          else return false;
          return true;
        },
      };
    },
  };
}

/** The matching people below the text, each large enough for touch. */
export function PersonChoice({ suggestion }: { suggestion: PersonSuggestion }) {
  return (
    <ul aria-label="People" className="panel mt-1 overflow-hidden">
      {suggestion.people.map((person, place) => (
        <li key={person.id}>
          <button
            type="button"
            // The cursor stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => suggestion.choose(person)}
            className={classNames(
              'min-h-11 w-full px-3 text-left hover:bg-hover',
              place === suggestion.selectedIndex && 'bg-sunken font-medium',
            )}
          >
            {person.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
