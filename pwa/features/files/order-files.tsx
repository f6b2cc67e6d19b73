import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { useSession } from '#pwa/replica/session.ts';
import { FilesPanel } from './files-panel.tsx';

/**
 * The files of an order and its specimens, with uploads for permitted users. Needs `OnlineQueries` around it.
 */
export function OrderFiles({ orderId }: { orderId: string }) {
  const role = useSession().session?.user.role;
  if (role === undefined) return null;
  const staff = seesAllCompanies(role);
  const uploads = may(role, staff ? 'lab/orders/files:create' : 'create-order:create');
  const target = { targetType: 'Order', targetId: orderId, fileType: 'ORDER_DOCUMENT' } as const;
  return <FilesPanel target={target} staff={staff} uploads={uploads} />;
}
