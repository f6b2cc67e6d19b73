import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { EntityBadge, entityFilters, useEntitySuffix, VisibleEntitiesContext } from './entity-badge.tsx';

function Names({ entities }: { entities: readonly BusinessEntity[] }) {
  const suffix = useEntitySuffix();
  return (
    <p data-testid="names">
      <EntityBadge entity={entities} />
      {`well A1${suffix('RESONANT')}`}
    </p>
  );
}

const shownTo = (visible: readonly BusinessEntity[], entities: readonly BusinessEntity[]) => {
  const { unmount } = render(
    <VisibleEntitiesContext value={visible}>
      <Names entities={entities} />
    </VisibleEntitiesContext>,
  );
  const text = screen.getByTestId('names').textContent;
  unmount();
  return text;
};

test('a person who serves the whole lab sees the entity of each record, and all of a mixed batch once', () => {
  const all = ['WBL', 'RESONANT'] as const;
  expect(shownTo(all, ['RESONANT'])).toBe(' RESONANTwell A1, RESONANT');
  expect(shownTo(all, ['RESONANT', 'WBL', 'RESONANT'])).toBe(' WBL RESONANTwell A1, RESONANT');
  expect(entityFilters(all).map(({ options }) => options.length)).toEqual([2]);
});

test('a person who sees one entity sees no badge and no filter', () => {
  expect(shownTo(['RESONANT'], ['RESONANT'])).toBe('well A1');
  expect(shownTo([], ['WBL'])).toBe('well A1');
  expect(entityFilters([])).toEqual([]);
});
