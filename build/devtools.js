// Ink imports react-devtools-core by name; in the bundle it is this.
export default {initialize() {}, connectToDevTools() {}};
