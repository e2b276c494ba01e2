// Where a dreamer of the crash tests writes down that it was paid.
export const paidFile = 'paid';
