import { distinctUntilChanged, map, type Observable, type Subscription } from 'rxjs';

const ask = (event: Event): void => event.preventDefault();

/**
 * Makes the browser ask before the page is left while an act is being written: it is on this device only when its
 * success is shown. At other times nothing is asked, and the page can be kept for going back.
 */
export function askBeforeLeaving(writing: Observable<number>, page: EventTarget): Subscription {
  const subscription = writing
    .pipe(
      map((unsentCount) => unsentCount > 0),
      distinctUntilChanged(),
    )
    .subscribe((busy) => {
      if (busy) page.addEventListener('beforeunload', ask);
      else page.removeEventListener('beforeunload', ask);
    });
  subscription.add(() => page.removeEventListener('beforeunload', ask));
  return subscription;
}
