/** Solves a symmetric, positive definite system by Cholesky's method. `matrix` (row by row) is overwritten. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
	const size = right.length;
	const at = (row: number, column: number): number => matrix[row * size + column] ?? 0;
	const solution = Float64Array.from(right);
	for (let row = 0; row < size; row++) {
		for (let column = 0; column <= row; column++) {
			let sum = at(row, column);
			for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k);
			matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / at(column, column);
		}
		let sum = solution[row] ?? 0;
		for (let k = 0; k < row; k++) sum -= at(row, k) * (solution[k] ?? 0);
		solution[row] = sum / at(row, row);
	}
	for (let row = size - 1; row >= 0; row--) {
		let sum = solution[row] ?? 0;
		for (let k = row + 1; k < size; k++) sum -= at(k, row) * (solution[k] ?? 0);
		solution[row] = sum / at(row, row);
	}
	return solution;
}
