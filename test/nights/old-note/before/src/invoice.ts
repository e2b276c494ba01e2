export const dated = () => "today";
