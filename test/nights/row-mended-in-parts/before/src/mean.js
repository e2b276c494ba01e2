export const mean = (all) => all.reduce((sum, each) => sum + each, 0) / all.length;
