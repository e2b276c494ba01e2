// Text that wants to command its reader, noticed in whatever writing: what is gathered is data.
export { hasOrderBesideForm, leftOut, readsLikeOrder } from './orders.ts';
export { readingsOf } from './readings.ts';
