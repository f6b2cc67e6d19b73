import * as calls from '#db/api/ordering/order-files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import { readOrder } from '#sync-server/services/ordering/orders/read-order.ts';
import { renderPackingSlipPdf } from './packing-slip-pdf.ts';
import { readPackingSlip } from './read-packing-slip.ts';

/** Serve the packing slip of a visible order. */
function servePackingSlip(
  definition: typeof calls.readPackingSlipPdf | typeof calls.readLabPackingSlipPdf,
): ApiRoute {
  const { method, path, access, params } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async ({ services, session, params: pathParams }, _request, response) => {
      const { id } = parseInput(params, pathParams);
      const { orderNumber } = await readOrder(services.pool, session, id);
      const slip = await readPackingSlip(services.pool, id);
      if (!slip) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      response
        .attachment(`packing-slip-${orderNumber}.pdf`)
        .type('application/pdf')
        .send(await renderPackingSlipPdf(slip));
    },
  });
  return describeStream(definition, route);
}

/** The packing slips of orders, for customers and the lab. */
export const packingSlipRoutes: readonly ApiRoute[] = [
  servePackingSlip(calls.readPackingSlipPdf),
  servePackingSlip(calls.readLabPackingSlipPdf),
];
