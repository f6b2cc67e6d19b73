import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { MENU } from '#db/access/menus.ts';
import { Sidebar } from './sidebar.tsx';

const MENU_SHOWN = [MENU.dashboard, MENU.labOrders, MENU.clinicalDirector, MENU.protocols];
const at = (path: string) => render(<Sidebar menu={MENU_SHOWN} path={path} />);
const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.getAttribute('href'));
const isOpen = (name: string) =>
  screen.getByRole('button', { name: `${name}: subentries` }).getAttribute('aria-expanded');

describe('the sidebar', () => {
  test("marks the entry of the current page, also on a record's page", () => {
    at('/lab/orders/01JABC');
    expect(current()).toEqual(['/lab/orders']);
    expect([isOpen('Clinical Director'), isOpen('Protocols')]).toEqual(['false', 'false']);
  });

  test('opens the parent of the current page, and closes it on request', async () => {
    at('/lab/flows/01JABC');
    expect(isOpen('Protocols')).toBe('true');
    expect(current()).toEqual(['/lab/flows']);
    await userEvent.click(screen.getByRole('button', { name: 'Protocols: subentries' }));
    expect(isOpen('Protocols')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Flows' })).toBeNull();
  });

  test('links to the page of a parent', () => {
    at('/lab/clinical-director');
    expect(current()).toEqual(['/lab/clinical-director']);
    expect(isOpen('Clinical Director')).toBe('true');
  });

  test('marks a page once when the parent and its first entry are the same', () => {
    at('/lab/protocols');
    expect(current()).toEqual(['/lab/protocols']);
  });
});
