// Text that wants to command its reader, noticed in whatever writing: what is gathered is data.
export { readsLikeOrder } from './orders.ts';
export { readingsOf } from './readings.ts';
