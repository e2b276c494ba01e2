// Text that wants to command its reader, noticed in whatever writing: what is gathered is data.
export { hasOrderBesideForm, readsLikeOrder } from './orders.ts';
export { readingsOf } from './readings.ts';
