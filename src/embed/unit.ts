// A vector made one long, in place; one that says nothing stays nothing.

export function unit(vector: Float32Array): Float32Array {
  // By its largest part first: the squares of very large numbers are no numbers any more.
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return vector;
  let sum = 0;
  for (const value of vector) sum += (value / largest) ** 2;
  const length = Math.sqrt(sum);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] as number) / largest / length;
  return vector;
}
