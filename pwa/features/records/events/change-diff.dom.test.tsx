import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { ChangeDiff } from './audit-tab.tsx';

afterEach(cleanup);

test('each field shows before and after, a hidden one says why, and tags stay text', () => {
  renderInRouter(
    <ChangeDiff
      changes={{
        status: ['RECEIVED_ON_HOLD', 'RECEIVED'],
        patientMrn: ['•••', '•••'],
        failureNotes: [null, '<img src=x>'],
      }}
    />,
  );
  expect(screen.getByText('Received on hold').tagName).toBe('DEL');
  expect(screen.getByText('Received').tagName).toBe('INS');
  expect(screen.getAllByText('hidden: needs the permission for patients')).toHaveLength(2);
  expect(screen.getByText('<img src=x>').tagName).toBe('INS');
  expect(document.querySelector('img')).toBeNull();
});

test('many fields are collapsed until the user expands them', () => {
  const changes = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`field${at}`, [null, `v${at}`]]));
  renderInRouter(<ChangeDiff changes={changes} />);
  expect(screen.queryByText('v6')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 7 fields' }));
  expect(screen.getByText('v6')).toBeTruthy();
});
