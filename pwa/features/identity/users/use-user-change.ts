import type { CallInput } from '#db/api/call-definition.ts';
import type { sendInvitation } from '#db/api/identity/accounts.ts';
import type { resetSecondFactor } from '#db/api/identity/second-factor.ts';
import type * as calls from '#db/api/identity/users.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

type UserChange =
  | typeof calls.changeUserRole
  | typeof calls.toggleUserStatus
  | typeof calls.withdrawInvitation
  | typeof resetSecondFactor
  | typeof sendInvitation;

/** Changes something about users, reports the outcome as a toast, and reads the displayed users again. */
export function useUserChange<C extends UserChange>(definition: C, message?: string) {
  const { mutateAsync, isPending } = useCallMutation<C>(definition, {
    invalidates: ['users'],
    ...(message === undefined ? {} : { message }),
  });
  const invalidate = useInvalidation();
  /** Returns whether the change was made. */
  const change = async (input: CallInput<C>, success: string): Promise<boolean> => {
    try {
      await mutateAsync(input);
      toast.success(success);
      return true;
    } catch (error) {
      toast.error(errorText(error));
      // The displayed data may have been outdated.
      await invalidate(['users']);
      return false;
    }
  };
  return { change, isPending };
}
