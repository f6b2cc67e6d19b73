import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { AccountPart } from './settings-page.tsx';

const person = { name: 'Ana Ruiz', email: 'ana@clinic.example', companyName: 'Clinic' };
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test('a clinician sees links to organization and licenses; a lab tech sees neither', () => {
  const permissions = ['CLINICIAN_LICENSE_EDIT', 'COMPANY_VIEW'];
  const { unmount } = render(<AccountPart person={{ ...person, role: 'CLINICIAN', permissions }} />, {
    wrapper: RouterWrapper,
  });
  expect(links()).toEqual(['/settings/company', '/settings/licenses']);
  unmount();
  render(<AccountPart person={{ ...person, role: 'LAB_TECH', permissions }} />);
  expect(links()).toEqual([]);
});

test('a customer sees the short name of their role, staff the full one', () => {
  const { unmount } = render(
    <AccountPart person={{ ...person, role: 'COMPANY_MANAGER', permissions: [] }} />,
  );
  expect(screen.getByText('Admin')).toBeDefined();
  unmount();
  render(<AccountPart person={{ ...person, role: 'CS_REP', permissions: [] }} />);
  expect(screen.getByText('Customer Service Representative')).toBeDefined();
});
