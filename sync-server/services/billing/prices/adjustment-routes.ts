import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { AdjustmentForm } from '#db/billing/adjustment-form.ts';
import { decidePriceAdjustment } from '#db/billing/decide-price-adjustment.ts';
import { decideProjectPrice } from '#db/billing/decide-project-price.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import { projectBasedPricing } from '#db/billing/project-based-pricing.ts';
import { proposePriceAdjustment } from '#db/billing/propose-price-adjustment.ts';
import { SalesPriceForm, setSalesPrice } from '#db/billing/set-sales-price.ts';
import { SpecimenDiscountForm, setSpecimenDiscount } from '#db/billing/set-specimen-discount.ts';
import { withdrawPriceAdjustment } from '#db/billing/withdraw-price-adjustment.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { listAdjustments } from './list-adjustments.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;
const WithId = z.strictObject({ id: Id });

/** Execute an operation on an adjustment and return it, with any message for the person. */
async function executeOnAdjustment<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { adjustmentId: string },
) {
  const { message } = await executeOperation(engineOf(services), session, operation, args);
  const row = await readRow(services.pool, priceAdjustment, args.adjustmentId, session.entity);
  return { row, message };
}

/** `/api/lab/price-adjustments`: discounts and fees on orders, and the approval of project prices. */
export const adjustmentRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/price-adjustments',
    access: 'lab/price-adjustments:read',
    query: listQueryOf(priceAdjustment),
    handler: ({ services, session, query }) => listAdjustments(services.pool, session, query),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/price-adjustments',
    access: 'lab/price-adjustments:create',
    body: z.strictObject({ orderId: Id, adjustment: AdjustmentForm }),
    handler: async (call) =>
      created(
        await executeOnAdjustment(call, proposePriceAdjustment, { ...call.body, adjustmentId: ulid() }),
      ),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/price-adjustments/sales-price',
    access: 'lab/price-adjustments:update',
    body: SalesPriceForm.extend({ orderId: Id }),
    handler: async ({ services, session, body }) => {
      await executeOperation(engineOf(services), session, setSalesPrice, body);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/price-adjustments/specimen-discount',
    access: 'lab/price-adjustments:create',
    body: SpecimenDiscountForm.extend({ orderId: Id }),
    handler: async ({ services, session, body }) => {
      const { message } = await executeOperation(engineOf(services), session, setSpecimenDiscount, body);
      return { message };
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/price-adjustments/:id',
    access: 'lab/price-adjustments:update',
    params: WithId,
    body: decidePriceAdjustment.args.omit({ adjustmentId: true }),
    handler: (call) =>
      executeOnAdjustment(call, decidePriceAdjustment, { adjustmentId: call.params.id, ...call.body }),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/price-adjustments/:id/withdraw',
    access: 'lab/price-adjustments:create',
    params: WithId,
    body: z.strictObject({}),
    handler: (call) => executeOnAdjustment(call, withdrawPriceAdjustment, { adjustmentId: call.params.id }),
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/price-adjustments/project-prices/:id',
    access: 'lab/price-adjustments:update',
    params: WithId,
    body: decideProjectPrice.args.omit({ pricingId: true }),
    handler: async ({ services, session, params, body }) => {
      await readRow(services.pool, projectBasedPricing, params.id, session.entity);
      await executeOperation(engineOf(services), session, decideProjectPrice, {
        pricingId: params.id,
        ...body,
      });
    },
  }),
];
